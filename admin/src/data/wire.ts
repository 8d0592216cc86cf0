import { ApiError, parseJson, type Session } from '@crossdock/admin/kit'
import { apiError, timedOut, unreachable } from './problem.js'
import { takeStartedRequest } from './start.js'
import { forgetTenant } from './working_tenant.js'

export const API = '/api'

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
  json: unknown
}

export interface WireOptions extends RequestInit {
  /** Id of the session the call is made for. Without it, an answer of any session is accepted. */
  session?: string
  /** The running request, if public/start.js has already sent it. */
  begun?: Promise<Response>
}

// After this time (ms), a read fails as if the server did not answer. Writes have no limit, because the outcome of an
// aborted write would be unknown.
const READ_TIMEOUT = 30_000
const WHOAMI_TIMEOUT = 10_000

// Over HTTPS the cookie has the prefix that prevents other hosts from setting it.
const csrfCookies = ['__Host-XSRF-TOKEN', 'XSRF-TOKEN']

/**
 * Returns the headers that name the session, the environment, the tenant and the language of the answer, and that
 * prove that the call comes from our own page (once the cookie is set).
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

/**
 * Sends one request with the session cookie and our headers, and reads the answer as JSON.
 * @throws ApiError when the answer is a refusal or missing
 */
export async function sendRequest(url: string, options: WireOptions = {}): Promise<HttpAnswer> {
  const method = (options.method ?? 'GET').toUpperCase()
  const signal = method === 'GET' ? withTimeout(options.signal, READ_TIMEOUT) : options.signal
  return fetchWithHeaders(url, { ...options, method, signal }, async (response) => {
    const body = await response.text()
    if (!response.ok) throw apiError(response.status, body, response.headers)
    return {
      status: response.status,
      headers: response.headers,
      body,
      json: parseAnswer(body, response),
    }
  })
}

/** Sends POST /api/{path} without the API client, so that a 401 does not end the session of this page. */
export const post = async <T>(path: string, body?: object): Promise<T> =>
  (await sendRequest(`${API}/${path}`, { method: 'POST', body: body && JSON.stringify(body) }))
    .json as T

/**
 * Sends one request whose answer is a stream, and returns the body. A proxy that buffers the stream is no outage,
 * so the timeout does not count as one.
 * @throws ApiError when the answer is a refusal or missing
 */
export function openStream(url: string, options: WireOptions = {}) {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new Error('The stream did not begin.')),
    READ_TIMEOUT
  )
  const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal
  return fetchWithHeaders(url, { ...options, signal }, async (response) => {
    if (!response.ok || !response.body) {
      throw apiError(response.status, await response.text(), response.headers)
    }
    return response.body
  }).finally(() => clearTimeout(timer))
}

async function fetchWithHeaders<T>(
  url: string,
  options: WireOptions,
  read: (response: Response) => Promise<T>
): Promise<T> {
  const { session, begun, ...init } = options
  const headers = new Headers(init.headers)
  if (!headers.has('Accept')) headers.set('Accept', 'application/json, application/problem+json')
  // ra-data-simple-rest sends these two headers, which our server does not use.
  headers.delete('Range')
  if (headers.get('Content-Type') === 'text/plain') headers.delete('Content-Type')
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(ownHeaders(session))) headers.set(name, value)
  try {
    return await read(await (begun ?? fetch(url, { ...init, headers, credentials: 'include' })))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw timedOut()
    // Besides aborts, fetch fails with a TypeError only when the answer is missing or incomplete.
    if (error instanceof TypeError) throw unreachable()
    throw error
  }
}

/**
 * Asks the server who is signed in.
 * @param onBarred called with each answer: why the person of this browser may not sign in, else null
 * @returns the session; null when the visitor is anonymous
 * @throws ApiError for any other answer, or without an answer
 */
export async function whoami(
  onBarred: (barred: string | null) => void = () => undefined
): Promise<Session | null> {
  const signal = AbortSignal.timeout(WHOAMI_TIMEOUT)
  const ask = (begun?: Promise<Response>) => sendRequest(`${API}/auth/me`, { signal, begun })
  let barred: string | null = null
  const answer = await ask(takeStartedRequest('me')).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message } = error
    if (code === 'E_DEACTIVATED' || code === 'E_SUSPENDED') barred = message
    if (status === 401) return null
    if (!window.crossdockTenant || !status) throw error
    // The tenant is gone, or the person who signed in since may not enter it.
    forgetTenant()
    return ask()
  })
  onBarred(barred)
  const session = answer?.json as Session | undefined
  return session?.user ? session : null
}

const withTimeout = (signal: AbortSignal | null | undefined, ms: number) =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)

function parseAnswer(body: string, response: Response): unknown {
  if (!body) return undefined
  try {
    return parseJson(body)
  } catch {
    // A success without JSON comes from a proxy between the page and the server.
    throw apiError(response.status >= 500 ? response.status : 502, '')
  }
}
