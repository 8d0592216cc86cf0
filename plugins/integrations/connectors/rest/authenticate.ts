import { MASK } from '@crossdock/kernel/secrets'
import type { EgressTls } from '@crossdock/kernel/egress'
import type { Call, Credentials } from '../../contracts/index.js'
import { certificateOf } from './client_certificate.js'
import { repeatDigest } from './digest.js'
import { HeaderMap } from './header_map.js'
import { grantedToken } from '../../grants/granted_token.js'
import { untilAborted } from '../../grants/oauth_tokens.js'

const API_KEY_HEADER = 'X-API-Key'
const SECRET_PLACE = /\{(apiKey|accessToken)\}/g

/** The parts that authentication adds to a request. */
export interface Authentication {
  headers: Record<string, string>
  /** TLS settings of the connection. */
  tls?: EgressTls | undefined
  /** Secrets that are not in the credentials: a fetched token, an encoded pair. */
  secrets: string[]
  /** Whether the token came from the cache. Then a 401 may only mean that the token ended early. */
  cachedToken: boolean
  /** Called when the system answers 401: the token is not used again. */
  forget?: () => void | Promise<void>
}

/** Returns whether a configured header contains a placeholder for a secret. */
export function holdsSecret(template: string): boolean {
  return template.search(SECRET_PLACE) !== -1
}

/**
 * Returns the headers that authenticate a call. `{apiKey}` or `{accessToken}` in a configured header moves that
 * secret there from its usual header.
 */
export async function authenticate(
  call: Call,
  request: { method: string; url: string },
  signal: AbortSignal
): Promise<Authentication> {
  if (!fetchesToken(call)) {
    const { headers, secrets } = headersWith(call, call.system.auth.accessToken)
    const digest = call.system.authType === 'digest' ? repeatDigest(call, request) : undefined
    return {
      headers: digest ? { ...headers, Authorization: digest } : headers,
      secrets,
      tls: certificateOf(call),
      cachedToken: false,
    }
  }
  const { accessToken, cached, forget } = await untilAborted(grantedToken(call.system), signal)
  const added = headersWith(call, accessToken)
  return { ...added, secrets: [...added.secrets, accessToken], cachedToken: cached, forget }
}

/** Returns the authentication headers for display. A token that is not fetched yet appears as a mask. */
export function shownAuthentication(call: Call): Record<string, string> {
  return headersWith(call, fetchesToken(call) ? MASK : call.system.auth.accessToken).headers
}

const fetchesToken = ({ system }: Call): boolean =>
  system.authType === 'oauth2_code' ||
  (system.authType === 'oauth2' && Boolean(system.auth.clientId))

function headersWith(
  call: Call,
  accessToken: string | undefined
): Pick<Authentication, 'headers' | 'secrets'> {
  const { auth, authType } = call.system
  const headers = new HeaderMap()
  const secrets: string[] = []

  const placed = new Set<string>()
  for (const [name, template] of Object.entries(auth.headers ?? {})) {
    if (!holdsSecret(template)) continue
    headers.set(name, place(template, { ...auth, accessToken }, placed))
  }
  if (authType === 'apikey' && auth.apiKey && !placed.has('apiKey')) {
    headers.set(API_KEY_HEADER, auth.apiKey)
  }
  if (authType === 'basic' && (auth.username || auth.password)) {
    const pair = Buffer.from(`${auth.username ?? ''}:${auth.password ?? ''}`).toString('base64')
    secrets.push(pair)
    headers.set('Authorization', `Basic ${pair}`)
  }
  const bearer = ['bearer', 'oauth2', 'oauth2_code'].includes(authType)
  if (bearer && accessToken && !placed.has('accessToken')) {
    headers.set('Authorization', `Bearer ${accessToken}`)
  }
  return { headers: headers.toObject(), secrets }
}

function place(template: string, secrets: Credentials, placed: Set<string>): string {
  return template.replace(SECRET_PLACE, (_, name: 'apiKey' | 'accessToken') => {
    placed.add(name)
    return secrets[name] ?? ''
  })
}
