import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable, Writable } from 'node:stream'

interface Stall {
  method: 'GET' | 'PATCH' | 'POST'
  /** Bytes of the first matching body that pass. Then no more data passes, and the connection stays open. */
  afterBytes: number
  /** Whether the connection then breaks instead, and the next two requests are refused. */
  isCut?: boolean
}

/** A network between the command line and a real server that fails once in the middle of a body. */
export class StallingProxy {
  readonly requests: IncomingMessage[] = []
  readonly stalled: Promise<void>
  refused = 0
  readonly #server
  #left = 1
  #isAway = false

  private constructor(target: string, { method, afterBytes, isCut = false }: Stall) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.stalled = promise
    this.#server = createServer((incoming, response) => {
      this.requests.push(incoming)
      if (this.#isAway) {
        this.#isAway = ++this.refused < 2
        return void incoming.socket.destroy()
      }
      const { headers, method: of, url: path = '/' } = incoming
      const isWatched = of === method && /content|uploads\/|batch/.test(path)
      const cut = () => {
        this.#isAway = true
        incoming.socket.destroy()
      }
      const stall =
        isWatched && this.#left-- > 0 ? { afterBytes, resolve: isCut ? cut : resolve } : undefined
      const url = new URL(path, target)
      const outgoing = request(url, { method: of, headers: { ...headers, host: url.host } })
      outgoing.on('response', (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        pass(answer, response, method === 'GET' ? stall : undefined)
      })
      outgoing.on('error', () => response.destroy())
      response.on('close', () => outgoing.destroy())
      pass(incoming, outgoing, method === 'GET' ? undefined : stall)
    })
  }

  static async start(target: string, stall: Stall): Promise<StallingProxy> {
    const proxy = new StallingProxy(target, stall)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}

function pass(
  source: Readable,
  target: Writable,
  stall: { afterBytes: number; resolve: () => void } | undefined
): void {
  let passed = 0
  source.on('data', (chunk: Buffer) => {
    const wasStalled = stall !== undefined && passed >= stall.afterBytes
    passed += chunk.length
    // Read and discard: without reading, the closed connection would not be noticed.
    if (wasStalled) return
    const isFull = !target.write(chunk)
    if (stall !== undefined && passed >= stall.afterBytes) {
      target.write('', () => stall.resolve())
    } else if (isFull) {
      source.pause()
      target.once('drain', () => source.resume())
    }
  })
  source.on('end', () => target.end())
  source.on('error', () => target.destroy())
}
