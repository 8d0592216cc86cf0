import type { Call, Credentials } from '../../contracts/index.js'
import { HeaderMap } from './header_map.js'
import { fetchedToken } from './oauth_tokens.js'

const API_KEY_HEADER = 'X-API-Key'
const SECRET_PLACE = /\{(apiKey|accessToken)\}/g

/** What authentication adds to a request. */
export interface Authentication {
  headers: Record<string, string>
  /** Secrets the system's own credentials do not show: a fetched token, an encoded pair. */
  secrets: string[]
  /** The token came from the cache, so a 401 may only mean that it ended early. */
  cachedToken: boolean
}

/** Whether a header of the system says where a secret goes. */
export function holdsSecret(template: string): boolean {
  return template.search(SECRET_PLACE) !== -1
}

/**
 * The headers that authenticate a call. `{apiKey}` or `{accessToken}` in a header of the system
 * moves that secret there from its usual header.
 */
export async function authenticate(call: Call, signal: AbortSignal): Promise<Authentication> {
  const { auth, authType } = call.system
  const headers = new HeaderMap()
  const added: Authentication = { headers: {}, secrets: [], cachedToken: false }

  let accessToken = auth.accessToken
  if (authType === 'oauth2' && auth.clientId) {
    const token = await fetchedToken(call.system, signal)
    accessToken = token.accessToken
    added.cachedToken = token.cached
    added.secrets.push(token.accessToken)
  }

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
    added.secrets.push(pair)
    headers.set('Authorization', `Basic ${pair}`)
  }
  const bearer = authType === 'bearer' || authType === 'oauth2'
  if (bearer && accessToken && !placed.has('accessToken')) {
    headers.set('Authorization', `Bearer ${accessToken}`)
  }
  added.headers = headers.toObject()
  return added
}

function place(template: string, secrets: Credentials, placed: Set<string>): string {
  return template.replace(SECRET_PLACE, (_, name: 'apiKey' | 'accessToken') => {
    placed.add(name)
    return secrets[name] ?? ''
  })
}
