import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clock } from '../ground/clock.js'
import type { Bounds } from './bounds.js'
import { attached } from '../ground/attached.js'
import { tooSlow } from '../ground/too_slow.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { clientAddress } from './client_address.js'
import { recordOf } from './request_record.js'
import { securityLog } from '../ground/security_log.js'
import { whenClosed } from '../ground/when_closed.js'

const sweepMs = 1_000
/** Time to answer a request that was refused as too slow; then it is cut off. */
const answerMs = 5_000

/** Measures traffic in time windows. A slow drip of single bytes does not count as activity. */
class Window {
  #since = clock.ticks()
  #moved = 0
  #excused = true

  constructor(
    private readonly ms: number,
    private readonly leastRate: number
  ) {}

  /** Whether less than the minimum moved in a full window; `excused` starts a new window. */
  tooSlow(moved: number, excused: boolean): boolean {
    const passed = clock.ticks() - this.#since
    // Data that filled the socket buffers earlier is not progress of the client.
    const starts = excused || this.#excused
    this.#excused = excused
    if (!starts && passed < this.ms) return false
    const slow = !starts && moved - this.#moved < (this.leastRate * this.ms) / 1000
    this.#since += passed
    this.#moved = moved
    return slow
  }
}

/** One request and its answer in progress. */
class Exchange {
  readonly #started = clock.ticks()
  readonly #upload: Window
  readonly #download: Window
  #answered: number | undefined
  #refusedAt: number | undefined
  #mustBeWhole = false

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly bounds: Bounds
  ) {
    this.#upload = new Window(bounds.uploadWindowMs, bounds.leastRate)
    this.#download = new Window(bounds.readerWindowMs, bounds.leastRate)
    response.once('finish', () => (this.#answered = clock.ticks()))
  }

  expectWhole(): void {
    this.#mustBeWhole = true
  }

  /** Neither request nor answer is in progress. */
  get isOver(): boolean {
    const { request, response } = this
    return request.socket.destroyed || (request.complete && response.closed)
  }

  check(): void {
    const { request } = this
    if (this.#download.tooSlow(taken(request.socket), !this.#hasUnsentAnswer())) {
      return this.#cut('E_SLOW_READER')
    }
    if (request.complete) return
    const time = clock.ticks()
    if (this.#refusedAt !== undefined && time - this.#refusedAt > answerMs)
      return this.#cut('E_TIMEOUT')
    if (this.#answered !== undefined && time - this.#answered > this.#lingerMs()) {
      return this.#cut('E_TIMEOUT')
    }
    // Unread data here is the server's own delay.
    const ours = request.readableLength > 0
    const slow = this.#upload.tooSlow(request.socket.bytesRead, ours)
    const late = this.#mustBeWhole && time - this.#started > this.bounds.bodyMs
    if (slow || late) this.#refuse(time)
  }

  /** Whether part of the answer waits for the client to read it. */
  #hasUnsentAnswer(): boolean {
    const { socket } = this.request
    return socket.writableLength > 0 || this.response.writableLength > 0
  }

  /** Ends an exchange on a connection without any traffic. */
  stall(): void {
    this.#cut(this.#hasUnsentAnswer() ? 'E_SLOW_READER' : 'E_TIMEOUT')
  }

  #lingerMs(): number {
    return recordOf(this.request).actor ? this.bounds.lingerMs : this.bounds.strangerLingerMs
  }

  /** Lets the reader of the body refuse the request. Without a reader, ends the connection. */
  #refuse(time: number): void {
    if (this.#refusedAt !== undefined) return
    this.#refusedAt = time
    const handled = this.#answered === undefined && this.request.emit(tooSlow, tooSlowProblem())
    if (!handled) this.#cut('E_TIMEOUT')
  }

  #cut(code: string): void {
    const { actor, tenantId } = recordOf(this.request)
    const { socket, method, headers } = this.request
    securityLog()?.refused({
      event: 'bounds',
      code,
      actor,
      tenantId,
      request: { ip: clientAddress(this.request), method },
      requestId: String(headers['x-request-id'] ?? ''),
    })
    socket.destroy()
  }
}

const tooSlowProblem = () =>
  new Problem(
    408,
    'E_TIMEOUT',
    text(
      'The body of the request came too slowly and was not read to its end. Try again on a better connection.'
    ),
    { headers: { connection: 'close' } }
  )

/** Bytes written to a connection that the operating system has accepted. */
export function taken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null
  }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten
}

const exchanges = attached<IncomingMessage, Exchange>('exchange')

/** Requires a body that is kept in memory to be complete in time; otherwise the request emits `tooSlow`. */
export function mustBeWhole(request: IncomingMessage): void {
  exchanges.of(request)?.expectWhole()
}

/** Watches every exchange of a server. */
export class Pace {
  readonly #open = new Set<Exchange>()

  constructor(
    server: Server,
    private readonly bounds: Bounds
  ) {
    const sweep = clock.every(sweepMs, () => {
      for (const exchange of this.#open) {
        if (exchange.isOver) this.#open.delete(exchange)
        else exchange.check()
      }
    })
    sweep.unref()
    server.once('close', () => sweep.stop())
    // Also fires for idle kept-alive connections; those are closed silently.
    server.on('timeout', (socket) => {
      const of = (exchange: Exchange) => exchange.request.socket === socket && !exchange.isOver
      const stalled = [...this.#open].find(of)
      if (stalled) stalled.stall()
      else socket.destroy()
    })
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    const exchange = exchanges.attach(request, new Exchange(request, response, this.bounds))
    this.#open.add(exchange)
    whenClosed(response, () => {
      if (exchange.isOver) this.#open.delete(exchange)
    })
  }
}
