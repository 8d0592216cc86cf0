import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a proxy passes on of a request's headers. */
function passedOn(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const name of ['authorization', 'content-type', 'range', 'accept']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/** And of those of its answer, whose bytes `fetch` has unpacked. */
function passedBack({ headers }: Response): Record<string, string> {
  const {
    'content-encoding': packed,
    'content-length': length,
    ...others
  } = Object.fromEntries(headers)
  return packed || length === undefined ? others : { ...others, 'content-length': length }
}

/** An HTTP server that answers as the test says: a proxy, another program, a bad network, a partner. */
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

  /** Passes everything on to a real server, but breaks off each of the first downloads that fit after some bytes. */
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
        // Written means on its way: cut once the bytes have left.
        response.write('', () => response.destroy())
        return
      }
      response.end()
    })
  }

  /** Passes everything on to a real server, but says of the first requests that fit that there were too many of them. */
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

  /** Passes everything on to a real server but what is answered instead. */
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
