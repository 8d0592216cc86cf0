import { clock } from '@crossdock/kernel/database'
import { createHash } from 'node:crypto'
import { egress } from '@crossdock/kernel/egress'
import { parseJson } from '@crossdock/kernel/json'
import { perApplication } from '@crossdock/kernel/plugin'
import { CallRefused } from '../../calls/call_refused.js'
import { isRecord } from '../../calls/values.js'
import type { Call, Credentials } from '../../contracts/index.js'

type System = Call['system']

interface Token {
  accessToken: string
  expiresAt: number
}

/** A token is renewed this long before it ends, so that it does not end on the way. */
const MARGIN_MS = 30_000
/** RFC 6749 leaves `expires_in` optional; without it a token is used for a short while only. */
const DEFAULT_LIFETIME_S = 300
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TOKENS = 1000

interface Kept {
  tokens: Map<string, Token>
  /** Those that are being fetched. */
  pending: Map<string, Promise<Token>>
}

const kept = perApplication<Kept>(() => ({ tokens: new Map(), pending: new Map() }))

/** The token endpoint did not give a token. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
  constructor(
    message: string,
    readonly statusCode: number,
    readonly retryable: boolean
  ) {
    super(message)
  }
}

/**
 * The access token of a system by OAuth 2.0 client credentials: from memory while it lasts, else fetched once
 * however many calls wait for it. Changed credentials make a new entry.
 */
export async function fetchedToken(
  system: System,
  signal: AbortSignal
): Promise<{ accessToken: string; cached: boolean }> {
  const { tokens, pending } = kept()
  const key = keyOf(system)
  const known = tokens.get(key)
  if (known && known.expiresAt > clock.now())
    return { accessToken: known.accessToken, cached: true }

  let request = pending.get(key)
  if (!request) {
    request = fetchToken(system).finally(() => pending.delete(key))
    pending.set(key, request)
  }
  const token = await untilAborted(request, signal)
  remember(key, token)
  return { accessToken: token.accessToken, cached: false }
}

/** Forgets a token the system no longer accepts. */
export function forgetToken(system: System): void {
  kept().tokens.delete(keyOf(system))
}

function remember(key: string, token: Token): void {
  const { tokens } = kept()
  if (tokens.size >= MAX_TOKENS) {
    const [oldest] = tokens.keys()
    if (oldest !== undefined) tokens.delete(oldest)
  }
  tokens.set(key, token)
}

function keyOf({ id, auth, baseUrl }: System): string {
  const { clientId, clientSecret, tokenUrl, scope } = auth
  const parts = JSON.stringify([baseUrl, clientId, clientSecret, tokenUrl, scope])
  return `${id}:${createHash('sha256').update(parts).digest('base64url')}`
}

async function fetchToken(system: System): Promise<Token> {
  const url = tokenUrl(system)
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (system.auth.scope) form.set('scope', system.auth.scope)
  const answer = await egress.use().request({
    method: 'POST',
    url,
    systemId: system.id,
    headers: {
      Accept: 'application/json',
      Authorization: `Basic ${clientPair(system.auth)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
    maxResponseBytes: MAX_ANSWER_BYTES,
  })
  const body = jsonOf(answer.body)
  const host = new URL(url).host
  if (answer.status !== 200) {
    throw new TokenRefused(
      `${host} answered ${answer.status}${reasonOf(body)} and gave no access token. Check client ID, client secret and token address of ${system.name}.`,
      answer.status,
      answer.status === 429 || answer.status >= 500
    )
  }
  if (!isRecord(body) || typeof body.access_token !== 'string' || body.access_token === '') {
    throw new TokenRefused(`${host} answered without an access_token.`, answer.status, false)
  }
  const lifetime = Number(body.expires_in)
  const seconds = Number.isFinite(lifetime) && lifetime > 0 ? lifetime : DEFAULT_LIFETIME_S
  return {
    accessToken: body.access_token,
    expiresAt: clock.now() + Math.max(seconds * 1000 - MARGIN_MS, 0),
  }
}

function tokenUrl({ name, baseUrl, auth }: System): string {
  if (auth.tokenUrl) return auth.tokenUrl
  if (!baseUrl) throw new CallRefused(`${name} has neither a token address nor a base URL.`)
  return `${baseUrl.replace(/\/+$/, '')}/oauth/token`
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function clientPair({ clientId = '', clientSecret = '' }: Credentials): string {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2)
  return Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')
}

function reasonOf(body: unknown): string {
  const error = isRecord(body) ? body.error : undefined
  return typeof error === 'string' && /^[\w-]{1,60}$/.test(error) ? ` (${error})` : ''
}

function jsonOf(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'))
  } catch {
    return null
  }
}

/** Others may wait for the same token, so an abort leaves the request going. */
function untilAborted<T>(request: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    request.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
