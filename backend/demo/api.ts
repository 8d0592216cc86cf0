/** A signed-in client of this server's API. */
export class DemoApi {
  #cookies = ''
  #csrf = ''

  constructor(private readonly base: string) {}

  /** Signs in with the token of a sign-in link. */
  async signIn(link: string): Promise<this> {
    const token = new URL(link).searchParams.get('token')
    const response = await this.#send('POST', '/auth/verify-link', { token, confirm: true })
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
    this.#cookies = cookies.join('; ')
    const csrf = cookies.find((cookie) => /^(__Host-)?XSRF-TOKEN=/.test(cookie))
    this.#csrf = decodeURIComponent(csrf?.split('=')[1] ?? '')
    return this
  }

  async get<T>(path: string): Promise<T> {
    return (await (await this.#send('GET', path)).json()) as T
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return (await (await this.#send('POST', path, body)).json()) as T
  }

  async put(path: string, body: unknown): Promise<void> {
    await this.#send('PUT', path, body)
  }

  async signOut(): Promise<void> {
    await this.#send('POST', '/auth/logout', {})
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const form = body instanceof FormData
    const response = await fetch(`${this.base}/api${path}`, {
      method,
      headers: {
        cookie: this.#cookies,
        'x-xsrf-token': this.#csrf,
        ...(body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
      },
      body: body === undefined ? undefined : form ? body : JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
}
