import {
  ContentError,
  egress,
  EgressUnreadable,
  readContent,
  type EgressResponse,
} from '@crossdock/kernel/egress'
import { CallRefused } from '../placeholders/call_refused.js'
import { isRecord } from '../placeholders/values.js'
import type { Call, Credentials } from '../contracts/connector.js'
import type { GivenTokens } from './stored_tokens.js'
import { redirectSentence } from '../redirect.js'

type System = Call['system']

/** Ten years, because a later date might not be storable. */
const LONGEST_LIFETIME_S = 10 * 365 * 86_400
const MAX_ANSWER_BYTES = 64 * 1024

/** The token endpoint did not issue a token. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
  constructor(
    message: string,
    readonly statusCode: number,
    readonly retryable: boolean,
    /** The `error` of RFC 6749, 5.2; null if there is none. */
    readonly code: string | null = null
  ) {
    super(message)
  }

  /** Returns whether the grant has ended, so that a person must grant access again. */
  get isFinal(): boolean {
    return !this.retryable && this.code === 'invalid_grant'
  }
}

/** Returns the fields of the client credentials grant (RFC 6749, 4.4). */
export function clientGrant({ auth }: System): Record<string, string | undefined> {
  const { scope, audience, resource, tokenParameters = {} } = auth
  return { grant_type: 'client_credentials', scope, audience, resource, ...tokenParameters }
}

/**
 * Requests tokens from a system's token endpoint, with its client credentials.
 * @param grant fields of the form; undefined fields are omitted
 * @throws TokenRefused, CallRefused, EgressError
 */
export async function askForTokens(
  system: System,
  grant: Record<string, string | undefined>
): Promise<GivenTokens> {
  const url = tokenUrl(system)
  const host = new URL(url).host
  const answer = await send(system, url, grant)
  const body = await valueOf(answer, host)
  const { status } = answer
  if (status < 200 || status > 299) {
    throw new TokenRefused(
      `${host} answered ${status}${reasonOf(body)} and gave no access token. Check client ID, client secret and token address of ${system.name}.${redirectSentence(status, answer.headers)}`,
      status,
      status === 429 || status >= 500,
      isRecord(body) && typeof body.error === 'string' ? body.error : null
    )
  }
  if (!isRecord(body) || typeof body.access_token !== 'string' || body.access_token === '') {
    throw new TokenRefused(`${host} answered without an access_token.`, status, false)
  }
  assertBearer(body, host, status)
  const lifetime = Number(body.expires_in)
  const refreshToken = body.refresh_token
  return {
    accessToken: body.access_token,
    ...(typeof refreshToken === 'string' && refreshToken !== '' ? { refreshToken } : {}),
    lifetime: lifetime > 0 ? Math.min(lifetime, LONGEST_LIFETIME_S) : null,
  }
}

async function send(
  system: System,
  url: string,
  grant: Record<string, string | undefined>
): Promise<EgressResponse> {
  const { auth } = system
  // A client without a secret is identified only by its id (RFC 6749, 3.2.1).
  const isPublic = system.authType === 'oauth2_code' && !auth.clientSecret
  const inForm = isPublic || auth.clientAuthentication === 'client_secret_post'
  try {
    return await egress.use().request({
      method: 'POST',
      url,
      systemId: system.id,
      headers: {
        Accept: 'application/json',
        ...(inForm ? {} : { Authorization: `Basic ${clientPair(auth)}` }),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: tokenForm(auth, grant, inForm),
      maxResponseBytes: MAX_ANSWER_BYTES,
    })
  } catch (error) {
    if (!(error instanceof EgressUnreadable)) throw error
    throw new TokenRefused(error.message, error.answer.status, error.isDamaged)
  }
}

/** Returns the form of a token request: RFC 6749 (4 and 2.3.1), `resource` of RFC 8707, `audience` of Auth0. */
function tokenForm(
  { clientId = '', clientSecret }: Credentials,
  grant: Record<string, string | undefined>,
  inForm: boolean
): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(grant)) if (value) form.set(name, value)
  if (inForm) {
    form.set('client_id', clientId)
    if (clientSecret) form.set('client_secret', clientSecret)
  }
  return form.toString()
}

function tokenUrl({ name, baseUrl, auth }: System): string {
  if (auth.tokenUrl) return auth.tokenUrl
  if (!baseUrl) throw new CallRefused(`${name} has neither a token address nor a base URL.`)
  return `${baseUrl.replace(/\/+$/, '')}/oauth/token`
}

/** Returns the client's name and secret. Both are form-encoded before they are joined (RFC 6749, 2.3.1). */
function clientPair({ clientId = '', clientSecret = '' }: Credentials): string {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2)
  return Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')
}

/**
 * Rejects an answer with both a token and an error. Also rejects token types other than Bearer, which need more
 * than sending the token.
 * @throws TokenRefused
 */
function assertBearer(body: Record<string, unknown>, host: string, status: number): void {
  if (body.error !== undefined && body.error !== null) {
    throw new TokenRefused(
      `${host} answered with an access_token and an error${reasonOf(body)} at the same time.`,
      status,
      false
    )
  }
  const type = body.token_type ?? 'Bearer'
  if (typeof type === 'string' && type.toLowerCase() === 'bearer') return
  throw new TokenRefused(
    `${host} gave a token of the type ${JSON.stringify(type).slice(0, 40)}. Crossdock uses tokens of the type "Bearer" only.`,
    status,
    false
  )
}

function reasonOf(body: unknown): string {
  const error = isRecord(body) ? body.error : undefined
  return typeof error === 'string' && /^[\w-]{1,60}$/.test(error) ? ` (${error})` : ''
}

/**
 * Returns the parsed answer; null for an unreadable refusal, whose status is more useful.
 * @throws TokenRefused
 */
async function valueOf(answer: EgressResponse, host: string): Promise<unknown> {
  try {
    return (await readContent(answer, MAX_ANSWER_BYTES)).value
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    const { status } = answer
    if (status < 200 || status > 299) return null
    const sentence = `The answer of ${host} cannot be read: ${error.message}.`
    throw new TokenRefused(sentence, status, error.isDamaged)
  }
}

/**
 * Rejects when the signal is aborted, but does not end the request, because other calls may wait for the same
 * token.
 */
export function untilAborted<T>(request: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    request.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
