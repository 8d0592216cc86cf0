import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** The network between agents and a server. Connections break at random after some bytes, also inside of bodies. */
export class Cutter {
  /** Breaks one of this many new connections; 0: none. */
  oneIn = 0
  /** Number of broken connections. */
  cuts = 0
  readonly #open = new Set<Socket>()
  readonly #server: Server

  private constructor(port: number) {
    this.#server = createServer((near) => this.#join(near, connect(port, '127.0.0.1')))
  }

  static async before(port: number): Promise<Cutter> {
    const cutter = new Cutter(port)
    cutter.#server.listen(0, '127.0.0.1')
    await once(cutter.#server, 'listening')
    return cutter
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Breaks all open connections. */
  cut(): void {
    this.cuts += this.#open.size / 2
    for (const socket of this.#open) socket.resetAndDestroy()
  }

  async stop(): Promise<void> {
    this.cut()
    await new Promise((closed) => this.#server.close(closed))
  }

  #join(near: Socket, far: Socket): void {
    const isDoomed = this.oneIn > 0 && randomInt(this.oneIn) === 0
    // From a few bytes to a megabyte: small requests break as well as large bodies.
    let left = isDoomed ? randomInt(2 ** randomInt(6, 21)) : Infinity
    const pass = (from: Socket, to: Socket) => {
      this.#open.add(from)
      from.on('error', () => undefined)
      from.on('data', (bytes) => {
        const isFull = !to.write(left > bytes.length ? bytes : bytes.subarray(0, left))
        left -= bytes.length
        if (left <= 0) {
          this.cuts++
          near.resetAndDestroy()
          far.resetAndDestroy()
        } else if (isFull) {
          from.pause()
          to.once('drain', () => from.resume())
        }
      })
      from.on('end', () => to.end())
      from.on('close', () => {
        this.#open.delete(from)
        to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  }
}
