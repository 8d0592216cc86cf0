import { parseExact } from '../json/index.js'

/** The answer of a call; `body` is parsed JSON, else the text. */
export interface Reply<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** The identity of a test request: a browser session or an API token. */
export interface Caller {
  headers: Record<string, string>
}

export interface CallOptions {
  as?: Caller
  /** Sent as JSON, unless it is FormData, text or bytes. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends one request like a browser or program. For a feed, which never ends, it waits only for the headers. */
export async function call<T = unknown>(
  base: string,
  method: string,
  path: string,
  { as, body, headers }: CallOptions = {}
): Promise<Reply<T>> {
  const raw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(new URL(path, base), {
    method,
    redirect: 'manual',
    headers: {
      // Compression takes a tenth of a test's time; specs about it request it.
      'accept-encoding': 'identity',
      ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
      ...as?.headers,
      ...headers,
    },
    body: body === undefined ? undefined : raw ? (body as FormData | string) : JSON.stringify(body),
  })
  const isFeed = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isFeed) await response.body?.cancel()
  const text = isFeed ? '' : await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: (json && text ? parseExact(text) : text) as T,
  }
}

/** Adds an answer's cookies to those of the caller, like a browser, with the CSRF header they require. */
export function sessionOf(reply: Reply, former?: Caller): Caller {
  const kept = new Map(pairs((former?.headers.cookie ?? '').split('; ')))
  for (const [name, value] of pairs(reply.headers.getSetCookie())) {
    if (value) kept.set(name, value)
    else kept.delete(name)
  }
  const csrf = [...kept].find(([name]) => name.endsWith('XSRF-TOKEN'))?.[1] ?? ''
  const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
  return { headers: { cookie, 'x-xsrf-token': decodeURIComponent(csrf) } }
}

const pairs = (cookies: string[]) =>
  cookies.filter(Boolean).map((cookie) => {
    const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
    return [name, value] as const
  })
