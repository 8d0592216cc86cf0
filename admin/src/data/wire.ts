import { parseJson, type Session } from '@crossdock/admin/kit'
import { apiError, timedOut, unreachable } from './problem.js'
import { started } from './start.js'
import { forgetTenant } from './working_tenant.js'

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
  /** It was sent already. */
  begun?: Promise<Response>
}

// Reading takes no longer than this, or the server counts as silent. Writing is never cut short:
// nobody would know what became of it.
const READ_TIMEOUT = 30_000
const WHOAMI_TIMEOUT = 10_000

// Over https the cookie bears the prefix that keeps other hosts from setting it.
const csrfCookies = ['__Host-XSRF-TOKEN', 'XSRF-TOKEN']

/**
 * What proves that a call comes from our own page (empty before the cookie is set), for which session it
 * is, in which environment, and the language its answer is read in.
 */
export function ownHeaders(session: string | undefined): Record<string, string> {
  const cookies = new Map(document.cookie.split('; ').map(splitCookie))
  const csrf = csrfCookies.map((name) => cookies.get(name)).find(Boolean)
  const { lang, dataset } = document.documentElement
  return {
    'Accept-Language': lang,
    ...(dataset.environment && { 'X-Environment': dataset.environment }),
    ...(csrf && { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }),
    ...(session && { 'X-Session': session }),
    ...(window.crossdockTenant && { 'X-Tenant': window.crossdockTenant }),
  }
}

function splitCookie(part: string): [string, string] {
  const at = part.indexOf('=')
  return [part.slice(0, at), part.slice(at + 1)]
}

/** One call as it is: fetch with session cookie, our headers and JSON; refused answers become ApiError. */
export async function wire(url: string, options: WireOptions = {}): Promise<HttpAnswer> {
  const method = (options.method ?? 'GET').toUpperCase()
  const signal = method === 'GET' ? orTimeout(options.signal, READ_TIMEOUT) : options.signal
  return send(url, { ...options, method, signal }, async (response) => {
    const body = await response.text()
    if (!response.ok) throw apiError(response.status, body, response.headers)
    return { status: response.status, headers: response.headers, body, json: parse(body, response) }
  })
}

/**
 * One call whose answer goes on and on: its body, as it comes. Refused answers become ApiError. Where
 * something in between holds it back, that says nothing about the server.
 */
export function wireStream(url: string, options: WireOptions = {}) {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new Error('The stream did not begin.')),
    READ_TIMEOUT
  )
  const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal
  return send(url, { ...options, signal }, async (response) => {
    if (!response.ok || !response.body) {
      throw apiError(response.status, await response.text(), response.headers)
    }
    return response.body
  }).finally(() => clearTimeout(timer))
}

async function send<T>(
  url: string,
  options: WireOptions,
  read: (response: Response) => Promise<T>
): Promise<T> {
  const { session, begun, ...init } = options
  const headers = new Headers(init.headers)
  if (!headers.has('Accept')) headers.set('Accept', 'application/json, application/problem+json')
  // ra-data-simple-rest sends these two; neither means anything to our server.
  headers.delete('Range')
  if (headers.get('Content-Type') === 'text/plain') headers.delete('Content-Type')
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(ownHeaders(session))) headers.set(name, value)
  try {
    return await read(await (begun ?? fetch(url, { ...init, headers, credentials: 'include' })))
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
  const ask = (begun?: Promise<Response>) => wire(`${API}/auth/me`, { signal, begun })
  const answer = await ask(started('me')).catch((error: unknown) => {
    const status = error instanceof Error && 'status' in error && error.status
    if (status === 401) return null
    if (!window.crossdockTenant || !status) throw error
    // It is gone, or is none of theirs who has signed in since.
    forgetTenant()
    return ask()
  })
  const session = answer?.json as Session | undefined
  return session?.user ? session : null
}

const orTimeout = (signal: AbortSignal | null | undefined, ms: number) =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)

function parse(body: string, response: Response): unknown {
  if (!body) return undefined
  try {
    return parseJson(body)
  } catch {
    // A success that is not JSON comes from something in between (a proxy's page).
    throw apiError(response.status >= 500 ? response.status : 502, '')
  }
}
