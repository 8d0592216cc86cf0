import { apiError, unreachable } from './problem.js'

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
  json: unknown
}

/** Header that proves a writing request comes from our own page; empty before the cookie is set. */
export function csrfHeader(): Record<string, string> {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  return cookie ? { 'X-XSRF-TOKEN': decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) } : {}
}

/** fetch with session cookie, CSRF header and JSON; refused answers become ApiError. */
export async function httpClient(url: string, options: RequestInit = {}): Promise<HttpAnswer> {
  const method = (options.method ?? 'GET').toUpperCase()
  const headers = new Headers(options.headers)
  headers.set('Accept', 'application/json, application/problem+json')
  // ra-data-simple-rest sends these two; neither means anything to our server.
  headers.delete('Range')
  if (headers.get('Content-Type') === 'text/plain') headers.delete('Content-Type')
  if (typeof options.body === 'string') headers.set('Content-Type', 'application/json')
  if (method !== 'GET') {
    for (const [name, value] of Object.entries(csrfHeader())) headers.set(name, value)
  }

  const response = await fetch(url, { ...options, method, headers, credentials: 'include' }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw unreachable()
    }
  )
  const body = await response.text()
  if (!response.ok) throw apiError(response.status, body)
  return { status: response.status, headers: response.headers, body, json: parse(body, response) }
}

function parse(body: string, response: Response): unknown {
  if (!body) return undefined
  try {
    return JSON.parse(body)
  } catch {
    // A success that is not JSON comes from something in between (a proxy's page).
    throw apiError(response.status >= 500 ? response.status : 502, '')
  }
}
