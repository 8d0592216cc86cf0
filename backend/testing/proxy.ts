import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Stands between the application and a server that goes away and comes back. */
export class Proxy {
  #server: Server | undefined
  #port = 0
  readonly #sockets = new Set<Socket>()

  constructor(private readonly target: URL) {}

  /** The target's address, by way of the proxy. */
  get url(): string {
    const url = new URL(this.target)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  async start(): Promise<void> {
    const server = createServer((near) => this.#join(near))
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Ends every connection; new ones are refused. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
