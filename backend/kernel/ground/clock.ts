/**
 * The application's one clock. In the product it is the machine's. Tests move it (`app.clock`, `server.clock` of
 * `@crossdock/backend/testing`), so that an hour passes at once, and hold it, so that nothing expires.
 *
 * `performance.now()` stays where a duration is only reported, as in metrics and logs.
 */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => (held?.wall ?? Date.now()) + shiftMs,
  /** The same as a date. */
  date: (): Date => new Date(clock.now()),
  /** Milliseconds since some moment, which never go back: for deadlines and ages. */
  ticks: (): number => (held?.steady ?? performance.now()) + shiftMs,
  /** How far this clock is ahead of the machine's, in milliseconds: for times that the database computes. */
  aheadMs: (): number => (held ? clock.now() - Date.now() : shiftMs),
  /** As `setTimeout`; a test that moves the clock past its end makes it fire. */
  after: (ms: number, work: () => void): ClockTimer => new ClockTimer(ms, work, false),
  /** As `setInterval`; however far a test moves the clock, it fires once a move. */
  every: (ms: number, work: () => void): ClockTimer => new ClockTimer(ms, work, true),
}

/** How far tests have moved the clock. */
let shiftMs = 0
/** Where the clock stands while a test holds it. */
let held: { wall: number; steady: number } | undefined
const timers = new Set<ClockTimer>()

/** A timer of `clock`. */
export class ClockTimer {
  #handle: NodeJS.Timeout
  #endsAt: number
  #keepsAlive = true

  constructor(
    private readonly ms: number,
    private readonly work: () => void,
    private readonly again: boolean
  ) {
    this.#endsAt = performance.now() + shiftMs + ms
    this.#handle = setTimeout(() => this.#fire(), ms)
    timers.add(this)
  }

  /** Lets the process end before the timer does. */
  unref(): this {
    this.#keepsAlive = false
    this.#handle.unref()
    return this
  }

  stop(): void {
    clearTimeout(this.#handle)
    timers.delete(this)
  }

  /** Fires if the clock was moved past the end, else ends as much sooner as it was moved. */
  moved(): void {
    const restMs = this.#endsAt - (performance.now() + shiftMs)
    if (restMs <= 0) this.#fire()
    else this.#wait(restMs)
  }

  #fire(): void {
    clearTimeout(this.#handle)
    if (this.again) {
      this.#endsAt = performance.now() + shiftMs + this.ms
      this.#wait(this.ms)
    } else timers.delete(this)
    this.work()
  }

  #wait(ms: number): void {
    clearTimeout(this.#handle)
    this.#handle = setTimeout(() => this.#fire(), ms)
    if (!this.#keepsAlive) this.#handle.unref()
  }
}

/** What tests do to the clock of their process. Only `testing/` and the test channel of a server process call it. */
export const movedByTests = {
  /** Lets `ms` milliseconds pass at once, timers included. */
  advance(ms: number): void {
    shiftMs += ms
    for (const timer of [...timers]) timer.moved()
  },
  /**
   * Holds the clock where it is, so that nothing expires by itself. Timers go on, and `advance` still moves it. What polls
   * until the clock has passed a bound does not end meanwhile.
   */
  hold(): void {
    held ??= { wall: Date.now(), steady: performance.now() }
  },
  /** Makes it the machine's clock again. */
  reset(): void {
    held = undefined
    shiftMs = 0
  },
}
