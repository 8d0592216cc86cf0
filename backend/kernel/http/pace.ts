import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clock } from '../ground/clock.js'
import type { Bounds } from './bounds.js'
import { attached } from '../ground/attached.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { clientAddress } from './client_address.js'
import { recordOf } from './request_record.js'
import { securityLog } from './security_log.js'
import { whenClosed } from './when_closed.js'

const sweepMs = 1_000
/** A request that was told to be too slow is answered within this time, or cut off. */
const answerMs = 5_000

/** Counts what moves in windows of time. Single bytes that drip are not taken for life. */
class Window {
  #since = clock.ticks()
  #moved = 0
  #excused = true

  constructor(
    private readonly ms: number,
    private readonly leastRate: number
  ) {}

  /** Whether a whole window has passed in which less moved than must; `excused` starts a new one. */
  tooSlow(moved: number, excused: boolean): boolean {
    const passed = clock.ticks() - this.#since
    // What filled the machine's own buffers before anybody waited is not what the client took.
    const starts = excused || this.#excused
    this.#excused = excused
    if (!starts && passed < this.ms) return false
    const slow = !starts && moved - this.#moved < (this.leastRate * this.ms) / 1000
    this.#since += passed
    this.#moved = moved
    return slow
  }
}

/** One request and its answer on their way. */
class Exchange {
  readonly #started = clock.ticks()
  readonly #upload: Window
  readonly #download: Window
  #answered: number | undefined
  #told: number | undefined
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

  /** Nothing is on its way any more. */
  get isOver(): boolean {
    const { request, response } = this
    return request.socket.destroyed || (request.complete && response.closed)
  }

  check(): void {
    const { request } = this
    if (this.#download.tooSlow(taken(request.socket), !this.#isWaitedFor())) {
      return this.#cut('E_SLOW_READER')
    }
    if (request.complete) return
    const time = clock.ticks()
    if (this.#told !== undefined && time - this.#told > answerMs) return this.#cut('E_TIMEOUT')
    if (this.#answered !== undefined && time - this.#answered > this.#lingerMs()) {
      return this.#cut('E_TIMEOUT')
    }
    // What lies here unread is our own delay.
    const ours = request.readableLength > 0
    const slow = this.#upload.tooSlow(request.socket.bytesRead, ours)
    const late = this.#mustBeWhole && time - this.#started > this.bounds.bodyMs
    if (slow || late) this.#tell(time)
  }

  /** Whether something of the answer waits for the client to take it. */
  #isWaitedFor(): boolean {
    const { socket } = this.request
    return socket.writableLength > 0 || this.response.writableLength > 0
  }

  /** Nothing at all has moved for as long as the server waits. */
  stall(): void {
    this.#cut(this.#isWaitedFor() ? 'E_SLOW_READER' : 'E_TIMEOUT')
  }

  #lingerMs(): number {
    return recordOf(this.request).actor ? this.bounds.lingerMs : this.bounds.strangerLingerMs
  }

  /** Whoever reads the body refuses it; where nobody does, the connection ends. */
  #tell(time: number): void {
    if (this.#told !== undefined) return
    this.#told = time
    const heard = this.#answered === undefined && this.request.emit(tooSlow, tooSlowProblem())
    if (!heard) this.#cut('E_TIMEOUT')
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

/** Event of a request whose body comes too slowly, with the Problem to refuse it with. */
export const tooSlow = 'crossdock:tooSlow'

const tooSlowProblem = () =>
  new Problem(
    408,
    'E_TIMEOUT',
    text(
      'The body of the request came too slowly and was not read to its end. Try again on a better connection.'
    ),
    { headers: { connection: 'close' } }
  )

/** What the machine has taken over of what was written to a connection. */
export function taken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null
  }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten
}

const exchanges = attached<IncomingMessage, Exchange>('exchange')

/** Makes a body that is kept in memory be complete in time: else `tooSlow` is emitted on the request. */
export function mustBeWhole(request: IncomingMessage): void {
  exchanges.of(request)?.expectWhole()
}

/** Looks after everything on its way through a server. */
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
    // Also comes for connections that are kept open between requests; they end without a word.
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
