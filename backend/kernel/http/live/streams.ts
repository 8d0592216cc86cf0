import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { clock, type ClockTimer } from '../../ground/clock.js'
import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import type { Bounds } from '../bounds.js'
import type { Call } from '../call.js'
import { concerns, type Happening } from '../identity.js'
import { securityLog } from '../../ground/security_log.js'
import { factsOf } from '../request_record.js'
import { onRightsChanged } from './rights.js'
import { Seats } from './seats.js'
import { assertStillAllowed } from './still_allowed.js'

/** An open feed or channel. */
export interface Stream {
  readonly call: Call
  /** Heartbeat: keeps proxies from closing the stream, and detects a lost client. */
  beat(): void
  /** Sends the reason to the client and ends the stream. */
  end(problem: Problem): void
  /** Ends the stream in order because the server stops. The client should reconnect. */
  leave(): void
  /** Drops the connection immediately. */
  cut(): void
}

const tickMs = 1_000
/** Time for a client to read the end of a stream; then it is disconnected. */
export const leavingMs = 2_000

interface Watched {
  stream: Stream
  beatAt: number
  checkAt: number
}

/** Milliseconds until the next permission check, or until the token expires if that is sooner. */
function untilLook({ call: { identity } }: Stream, usual: number): number {
  if (!identity?.expiresAt) return usual
  return Math.min(usual, Math.max(0, Date.parse(identity.expiresAt) - clock.now()))
}

/** All open feeds and channels of a server: counts them, keeps them alive and ends them. */
export class LiveStreams {
  readonly #open = new Set<Watched>()
  readonly #due = new Set<Watched>()
  readonly #seats: Seats
  readonly #timer: ClockTimer
  readonly #unsubscribe: () => void
  #checking = false
  #leaving = false

  constructor(readonly bounds: Bounds) {
    this.#seats = new Seats(bounds)
    // One shared timer: one per stream would cost more than the streams.
    this.#timer = clock.every(tickMs, () => this.#tick()).unref()
    this.#unsubscribe = onRightsChanged((event) => this.#recheck(event))
  }

  /** @throws Problem 503 while the server stops or is full, 429 for a caller at its limit */
  assertRoom(call: Call): void {
    if (this.#leaving) {
      throw new Problem(503, 'E_STOPPING', text('The server is stopping. Try again in a moment.'), {
        headers: { 'retry-after': '5' },
      })
    }
    this.#seats.assertFree(call)
  }

  /** Manages a stream until the returned function is called. */
  add(stream: Stream): () => void {
    const leave = this.#seats.take(stream.call)
    const { beatMs, recheckMs } = this.bounds
    const now = clock.ticks()
    // Randomized, so that they are not all due at the same time.
    const watched = {
      stream,
      beatAt: now + beatMs * (0.5 + Math.random() / 2),
      checkAt: now + untilLook(stream, recheckMs * (0.5 + Math.random() / 2)),
    }
    this.#open.add(watched)
    return () => {
      this.#open.delete(watched)
      this.#due.delete(watched)
      leave()
    }
  }

  /** Immediately checks the streams that an event concerns. */
  #recheck(event: Happening): void {
    for (const watched of this.#open) {
      const { identity } = watched.stream.call
      if (identity && concerns(event, identity)) this.#due.add(watched)
    }
    void this.#checkDue()
  }

  /** Ends all streams and accepts no more. */
  leave(): void {
    this.#leaving = true
    this.#timer.stop()
    this.#unsubscribe()
    for (const { stream } of this.#open) stream.leave()
    setTimeout(() => {
      for (const { stream } of this.#open) stream.cut()
    }, leavingMs).unref()
  }

  /** Logs a client that does not read what is sent. */
  logSlow({ http, context }: Call): void {
    const { actor, tenantId, requestId } = context
    const request = factsOf(http)
    const code = 'E_SLOW_READER'
    securityLog()?.refused({ event: 'bounds', code, actor, tenantId, requestId, request })
  }

  #tick(): void {
    const now = clock.ticks()
    for (const watched of this.#open) {
      if (now >= watched.beatAt) {
        watched.beatAt = now + this.bounds.beatMs
        watched.stream.beat()
      }
      if (now >= watched.checkAt) {
        watched.checkAt = now + untilLook(watched.stream, this.bounds.recheckMs)
        this.#due.add(watched)
      }
    }
    void this.#checkDue()
  }

  async #checkDue(): Promise<void> {
    if (this.#checking || this.#due.size === 0) return
    this.#checking = true
    // Wait one turn: caches drop the changed entries by then.
    await setImmediate()
    // One after the other, so that requests can still get a database connection.
    for (const watched of this.#due) {
      this.#due.delete(watched)
      const { stream } = watched
      const refusal = await assertStillAllowed(stream.call).catch((error: unknown) => error)
      if (refusal === undefined) continue
      if (refusal instanceof Problem && refusal.status < 500) stream.end(refusal)
      // An outage revokes nothing; check again on the next tick.
      else watched.checkAt = 0
    }
    this.#checking = false
  }
}

const ofRequests = new WeakMap<IncomingMessage, LiveStreams>()

/** Notes which server received a request. */
export function noteServer(streams: LiveStreams, request: IncomingMessage): void {
  ofRequests.set(request, streams)
}

/** The open streams of the server that received a call. */
export function streamsOf({ http }: Call): LiveStreams {
  const streams = ofRequests.get(http.request.request)
  if (!streams) throw new Error('Streams need a server made by createHttpServer().')
  return streams
}
