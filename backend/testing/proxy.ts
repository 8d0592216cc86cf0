import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy between the application and a server, to simulate outages. */
export class Proxy {
  #server: Server | undefined
  #port = 0
  readonly #sockets = new Set<Socket>()
  #frozen = false

  constructor(private readonly target: URL) {}

  /** The target's address through the proxy. */
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

  /** Closes every connection and refuses new ones. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Stops all traffic without closing connections, like a frozen server or a network that drops packets. */
  freeze(): void {
    this.#frozen = true
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  /** Closes the frozen connections and forwards new ones again. */
  thaw(): void {
    this.#frozen = false
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(near: Socket): void {
    if (this.#frozen) {
      this.#sockets.add(near)
      near.on('error', () => undefined).once('close', () => this.#sockets.delete(near))
      return void near.pause()
    }
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
