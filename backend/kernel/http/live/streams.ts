import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { clock, type ClockTimer } from '../../ground/clock.js'
import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import type { Bounds } from '../bounds.js'
import type { Call } from '../call.js'
import { concerns, type Happening } from '../identity.js'
import { securityLog } from '../security_log.js'
import { factsOf } from '../request_record.js'
import { onRightsChanged } from './rights.js'
import { Seats } from './seats.js'
import { assertStillAllowed } from './still_allowed.js'

/** A feed or channel that is open. */
export interface Stream {
  readonly call: Call
  /** Keeps proxies from taking it for dead, and finds out whether it is. */
  beat(): void
  /** Tells the other side why it ends, and ends. */
  end(problem: Problem): void
  /** The server stops: ends in order; the other side is to come back. */
  leave(): void
  /** Drops the connection as it is. */
  cut(): void
}

const tickMs = 1_000
/** Whoever has not taken the end of a stream by then is cut off. */
export const leavingMs = 2_000

interface Watched {
  stream: Stream
  beatAt: number
  checkAt: number
}

/** Milliseconds until somebody looks whether it is still allowed: of a token that ends by a date, when it does. */
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
  readonly #deaf: () => void
  #checking = false
  #leaving = false

  constructor(readonly bounds: Bounds) {
    this.#seats = new Seats(bounds)
    // One for all: a timer each would cost more than the streams.
    this.#timer = clock.every(tickMs, () => this.#tick()).unref()
    this.#deaf = onRightsChanged((happening) => this.#recheck(happening))
  }

  /** @throws Problem 503 while the server stops or is full, 429 for somebody who has too many */
  assertRoom(call: Call): void {
    if (this.#leaving) {
      throw new Problem(503, 'E_STOPPING', text('The server is stopping. Try again in a moment.'), {
        headers: { 'retry-after': '5' },
      })
    }
    this.#seats.assertFree(call)
  }

  /** Looks after a stream from now on, until the returned function is called. */
  add(stream: Stream): () => void {
    const leave = this.#seats.take(stream.call)
    const { beatMs, recheckMs } = this.bounds
    const now = clock.ticks()
    // Spread, so that they do not all come due together.
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

  /** Looks at once whether those whom something concerns are still allowed. */
  #recheck(happening: Happening): void {
    for (const watched of this.#open) {
      const { identity } = watched.stream.call
      if (identity && concerns(happening, identity)) this.#due.add(watched)
    }
    void this.#checkDue()
  }

  /** Ends all, and takes no more. */
  leave(): void {
    this.#leaving = true
    this.#timer.stop()
    this.#deaf()
    for (const { stream } of this.#open) stream.leave()
    setTimeout(() => {
      for (const { stream } of this.#open) stream.cut()
    }, leavingMs).unref()
  }

  /** Tells that somebody does not take what is sent. */
  tellSlow({ http, context }: Call): void {
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
    // What caches remember of the change is dropped by then.
    await setImmediate()
    // One after the other: requests wait for the same connections.
    for (const watched of this.#due) {
      this.#due.delete(watched)
      const { stream } = watched
      const refusal = await assertStillAllowed(stream.call).catch((error: unknown) => error)
      if (refusal === undefined) continue
      if (refusal instanceof Problem && refusal.status < 500) stream.end(refusal)
      // What is away at the moment has ended nobody's rights; whether they have ended is seen when it is back.
      else watched.checkAt = 0
    }
    this.#checking = false
  }
}

const ofRequests = new WeakMap<IncomingMessage, LiveStreams>()

/** Notes which server a request came to. */
export function cameTo(streams: LiveStreams, request: IncomingMessage): void {
  ofRequests.set(request, streams)
}

/** The open streams of the server a call came to. */
export function streamsOf({ http }: Call): LiveStreams {
  const streams = ofRequests.get(http.request.request)
  if (!streams) throw new Error('Streams need a server made by createHttpServer().')
  return streams
}
