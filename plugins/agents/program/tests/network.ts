import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex, Readable, Writable } from 'node:stream'

/** How the network disturbs the bodies of some requests, or their answers. */
export interface Trouble {
  method: 'GET' | 'PATCH' | 'POST'
  path: RegExp
  /** Stops the transfer after this many bytes; the connection stays open. */
  stallAfter?: number
  /** Changes the bytes in transfer. */
  change?: (bytes: Buffer) => Buffer
}

/** The network between an agent and its server: passes HTTP and WebSockets, until a test causes trouble. */
export class Network {
  trouble: Trouble | undefined
  /** Drops the answers to the affected requests. */
  dropAnswers = false
  /** Requests of the API by method and path. */
  readonly seen: string[] = []
  /** Resolves when the stall has begun. */
  stalled = Promise.withResolvers<void>()
  #isAway = false
  readonly #sockets = new Set<Duplex>()
  readonly #server: Server

  private constructor(private readonly target: URL) {
    this.#server = createServer((incoming, response) => {
      if (this.#isAway) return void incoming.socket.destroy()
      const { method = 'GET', url: path = '/', headers } = incoming
      this.seen.push(`${method} ${path}`)
      const trouble =
        this.trouble?.method === method && this.trouble.path.test(path) ? this.trouble : undefined
      const outgoing = request(new URL(path, target), { method, headers })
      outgoing.on('response', (answer: IncomingMessage) => {
        if (trouble && this.dropAnswers) return void incoming.socket.destroy()
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        this.#pass(answer, response, method === 'GET' ? trouble : undefined)
      })
      outgoing.on('error', () => response.destroy())
      response.on('close', () => outgoing.destroy())
      this.#pass(incoming, outgoing, method === 'GET' ? undefined : trouble)
    })
    this.#server.on('connection', (socket) => this.#keep(socket))
    this.#server.on('upgrade', (incoming, near, head) => this.#join(incoming, near, head))
  }

  static async before(url: string): Promise<Network> {
    const network = new Network(new URL(url))
    network.#server.listen(0, '127.0.0.1')
    await once(network.#server, 'listening')
    return network
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Breaks all connections; none opens until `comeBack`. */
  goAway(): void {
    this.#isAway = true
    for (const socket of this.#sockets) socket.destroy()
  }

  comeBack(): void {
    this.#isAway = false
  }

  /** Ends the trouble; waiting requests break. */
  calm(): void {
    this.trouble = undefined
    this.stalled = Promise.withResolvers<void>()
  }

  async stop(): Promise<void> {
    this.goAway()
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #join(incoming: IncomingMessage, near: Duplex, head: Buffer): void {
    if (this.#isAway) return void near.destroy()
    const far = connect(Number(this.target.port), this.target.hostname)
    this.#keep(far)
    const { method, url, rawHeaders } = incoming
    const lines = [`${method} ${url} HTTP/1.1`]
    for (let at = 0; at < rawHeaders.length; at += 2) {
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
    }
    far.write(`${lines.join('\r\n')}\r\n\r\n`)
    far.write(head)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }

  #pass(source: Readable, target: Writable, trouble: Trouble | undefined): void {
    let passed = 0
    source.on('data', (chunk: Buffer) => {
      const { stallAfter = Infinity, change } = trouble ?? {}
      const room = Math.max(0, stallAfter - passed)
      passed += chunk.length
      const bytes = change ? change(chunk) : chunk
      const isFull = room > 0 && !target.write(bytes.subarray(0, room))
      // Keep reading and drop the data, so that the end of the sender is noticed.
      if (passed >= stallAfter) return this.stalled.resolve()
      if (!isFull) return
      source.pause()
      target.once('drain', () => source.resume())
    })
    source.on('end', () => {
      if (passed < (trouble?.stallAfter ?? Infinity)) target.end()
    })
    source.on('error', () => target.destroy())
    source.on('close', () => {
      if (!source.readableEnded) target.destroy()
    })
  }
}
