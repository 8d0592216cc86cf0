/** What a call brought back; `body` is parsed when it is JSON, else the text. */
export interface Reply<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** Somebody a test acts as: a browser session or an API token. */
export interface Caller {
  headers: Record<string, string>
}

export interface CallOptions {
  as?: Caller
  /** Sent as JSON, unless it is FormData, text or bytes. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends one request the way a browser or program would. */
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
      ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
      ...as?.headers,
      ...headers,
    },
    body: body === undefined ? undefined : raw ? (body as FormData | string) : JSON.stringify(body),
  })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: (json && text ? JSON.parse(text) : text) as T,
  }
}

/** Keeps the cookies an answer set, as a browser would, with the CSRF header they imply. */
export function sessionOf(reply: Reply): Caller {
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
  const csrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? ''
  return {
    headers: { cookie: cookies.join('; '), 'x-xsrf-token': decodeURIComponent(csrf) },
  }
}
