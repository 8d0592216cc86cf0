import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The request headers that a proxy forwards. */
function passedOn(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const name of ['authorization', 'content-type', 'range', 'accept']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/** The response headers that a proxy forwards. `fetch` has already decompressed the body. */
function passedBack({ headers }: Response): Record<string, string> {
  const {
    'content-encoding': packed,
    'content-length': length,
    ...others
  } = Object.fromEntries(headers)
  return packed || length === undefined ? others : { ...others, 'content-length': length }
}

/** An HTTP server that answers as the test defines: a proxy, another program, a bad network, a partner. */
export class ScriptedServer {
  readonly requests: IncomingMessage[] = []
  readonly #server

  private constructor(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#server = createServer((request, response) => {
      this.requests.push(request)
      answer(request, response)
    })
  }

  static async start(
    answer: (request: IncomingMessage, response: ServerResponse) => void
  ): Promise<ScriptedServer> {
    const server = new ScriptedServer(answer)
    await new Promise<void>((listening) => server.#server.listen(0, '127.0.0.1', listening))
    return server
  }

  /** Forwards everything to a real server, but breaks the first matching downloads after some bytes. */
  static cutting(
    target: string,
    cuts: number,
    afterBytes: number,
    fits = /\/content/
  ): Promise<ScriptedServer> {
    let left = cuts
    return ScriptedServer.start(async (request, response) => {
      const headers = passedOn(request)
      const answer = await fetch(new URL(request.url ?? '/', target), { headers })
      response.writeHead(answer.status, passedBack(answer))
      const mayCut = fits.test(request.url ?? '') && left > 0
      if (mayCut) left -= 1
      let sent = 0
      for await (const chunk of answer.body ?? []) {
        response.write(chunk)
        sent += chunk.length
        if (!mayCut || sent < afterBytes) continue
        // The callback runs when the data is flushed, so cut the connection then.
        response.write('', () => response.destroy())
        return
      }
      response.end()
    })
  }

  /** Forwards everything to a real server, but answers the first matching requests with a rate limit. */
  static limiting(
    target: string,
    count: number,
    fits: RegExp,
    retryAfter: string
  ): Promise<ScriptedServer> {
    let left = count
    return ScriptedServer.passing(target, (request, response) => {
      if (!fits.test(request.url ?? '') || left === 0) return false
      left -= 1
      request.resume()
      const message = 'This environment may make 100 API calls a minute.'
      response.writeHead(429, { 'retry-after': retryAfter })
      response.end(JSON.stringify({ code: 'E_LIMIT', message }))
      return true
    })
  }

  /** Forwards everything to a real server except the requests answered here. */
  static passing(
    target: string,
    instead: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
  ): Promise<ScriptedServer> {
    return ScriptedServer.start(async (request, response) => {
      if (await instead(request, response)) return
      const headers = passedOn(request)
      const hasBody = request.method !== 'GET'
      const answer = await fetch(new URL(request.url ?? '/', target), {
        method: request.method!,
        headers,
        ...(hasBody && { body: ReadableStream.from(request), duplex: 'half' }),
      })
      response.writeHead(answer.status, passedBack(answer))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}
