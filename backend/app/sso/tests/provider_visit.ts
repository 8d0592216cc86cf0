/** A browser at the provider: follows its redirects and fills in its forms, with its own cookie jar. */
export class ProviderVisit {
  readonly #jar = new Map<string, string>()

  /**
   * Goes from Crossdock's redirect to the provider's redirect back.
   * @param login the person to sign in as; null: cancels
   */
  async signIn(address: string, login: string | null): Promise<URL> {
    let url = new URL(address)
    const { origin } = url
    let reply = await this.#get(url)
    for (let step = 0; step < 15; step++) {
      const location = reply.headers.get('location')
      if (location) {
        url = new URL(location, url)
        if (url.origin !== origin) return url
        reply = await this.#get(url)
        continue
      }
      const page = await reply.text()
      if (login === null) {
        const abort = /href="([^"]*\/abort)"/.exec(page)
        if (!abort) throw new Error(`No way to cancel at ${url.href}:\n${page}`)
        reply = await this.#get(new URL(abort[1]!, url))
        continue
      }
      const action = /action="([^"]+)"/.exec(page)?.[1]
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (!action || !prompt) throw new Error(`No form at ${url.href}:\n${page}`)
      url = new URL(action, url)
      reply = await this.#send(url, { prompt, login, password: 'any' })
    }
    throw new Error('The provider redirects in a loop.')
  }

  /** Signs out at the provider, and confirms when it asks. */
  async signOut(address: string): Promise<void> {
    const page = await (await this.#get(new URL(address))).text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1]
    if (!action || !xsrf) throw new Error(`No form at ${address}:\n${page}`)
    await this.#send(new URL(action), { xsrf, logout: 'yes' })
  }

  #get(url: URL) {
    return this.#keep(fetch(url, { redirect: 'manual', headers: this.#headers() }))
  }

  #send(url: URL, fields: Record<string, string>) {
    const body = new URLSearchParams(fields)
    return this.#keep(
      fetch(url, { method: 'POST', redirect: 'manual', body, headers: this.#headers() })
    )
  }

  #headers() {
    return { cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  async #keep(answer: Promise<Response>): Promise<Response> {
    const reply = await answer
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      this.#jar.set(name, value)
    }
    return reply
  }
}
