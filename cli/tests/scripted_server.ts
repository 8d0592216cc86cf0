import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

  /** Passes everything on to a real server, but breaks off each of the first downloads after some bytes. */
  static cutting(target: string, cuts: number, afterBytes: number): Promise<ScriptedServer> {
    let left = cuts
    return ScriptedServer.start(async (request, response) => {
      const headers = new Headers()
      for (const name of ['authorization', 'range', 'accept']) {
        const value = request.headers[name]
        if (typeof value === 'string') headers.set(name, value)
      }
      const answer = await fetch(new URL(request.url ?? '/', target), { headers })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      const mayCut = request.url?.includes('/content') && left > 0
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

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}
