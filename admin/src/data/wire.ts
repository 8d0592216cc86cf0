import type { Session } from '@crossdock/admin/kit'
import { apiError, timedOut, unreachable } from './problem.js'

export const API = '/api'

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
  json: unknown
}

export interface WireOptions extends RequestInit {
  /** Id of the session the call is made for; without one any session's answer is taken. */
  session?: string
}

// Reading takes no longer than this, or the server counts as silent. Writing is never cut short:
// nobody would know what became of it.
const READ_TIMEOUT = 30_000
const WHOAMI_TIMEOUT = 10_000

// Over https the cookie bears the prefix that keeps other hosts from setting it.
const csrfCookies = ['__Host-XSRF-TOKEN', 'XSRF-TOKEN']

/** What proves that a call comes from our own page (empty before the cookie is set), and for which session. */
export function ownHeaders(session: string | undefined): Record<string, string> {
  const cookies = new Map(document.cookie.split('; ').map(splitCookie))
  const csrf = csrfCookies.map((name) => cookies.get(name)).find(Boolean)
  return {
    ...(csrf && { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }),
    ...(session && { 'X-Session': session }),
  }
}

function splitCookie(part: string): [string, string] {
  const at = part.indexOf('=')
  return [part.slice(0, at), part.slice(at + 1)]
}

/** One call as it is: fetch with session cookie, our headers and JSON; refused answers become ApiError. */
export async function wire(url: string, options: WireOptions = {}): Promise<HttpAnswer> {
  const { session, ...init } = options
  const method = (init.method ?? 'GET').toUpperCase()
  const headers = new Headers(init.headers)
  headers.set('Accept', 'application/json, application/problem+json')
  // ra-data-simple-rest sends these two; neither means anything to our server.
  headers.delete('Range')
  if (headers.get('Content-Type') === 'text/plain') headers.delete('Content-Type')
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(ownHeaders(session))) headers.set(name, value)
  const signal = method === 'GET' ? orTimeout(init.signal, READ_TIMEOUT) : init.signal

  try {
    const response = await fetch(url, { ...init, method, headers, signal, credentials: 'include' })
    const body = await response.text()
    if (!response.ok) throw apiError(response.status, body, response.headers)
    return { status: response.status, headers: response.headers, body, json: parse(body, response) }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw timedOut()
    // Other than an abort, fetch only fails so when there was no answer, or not all of it.
    if (error instanceof TypeError) throw unreachable()
    throw error
  }
}

/** Ask the server who is signed in; null for nobody. @throws ApiError for any other answer or none. */
export async function whoami(): Promise<Session | null> {
  const signal = AbortSignal.timeout(WHOAMI_TIMEOUT)
  const answer = await wire(`${API}/auth/me`, { signal }).catch((error: unknown) => {
    if (error instanceof Error && 'status' in error && error.status === 401) return null
    throw error
  })
  const session = answer?.json as Session | undefined
  return session?.user ? session : null
}

const orTimeout = (signal: AbortSignal | null | undefined, ms: number) =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)

function parse(body: string, response: Response): unknown {
  if (!body) return undefined
  try {
    return JSON.parse(body)
  } catch {
    // A success that is not JSON comes from something in between (a proxy's page).
    throw apiError(response.status >= 500 ? response.status : 502, '')
  }
}
