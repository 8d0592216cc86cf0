/**
 * The application's clock. In the product it is the machine's, or the database's where the two differ (`follow`).
 * Tests move it (`app.clock`, `server.clock` of `@crossdock/backend/testing`), so that an hour passes at once, and hold
 * it, so that nothing expires.
 *
 * `performance.now()` stays where a duration is only reported, as in metrics and logs.
 */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number =>
    followed ? followed.wall + performance.now() - followed.steady + shiftMs : clock.machine(),
  /** The time of this machine, in milliseconds since 1970. */
  machine: (): number => clock.here() + skewMs,
  /** The time of a database on this machine, in milliseconds since 1970. It includes the offset that a test has set. */
  here: (): number => (held?.wall ?? Date.now()) + shiftMs,
  /** The same as a date. */
  date: (): Date => new Date(clock.now()),
  /** Milliseconds since some moment, never going back: for deadlines and ages. */
  ticks: (): number => (held?.steady ?? performance.now()) + shiftMs,
  /** How far this clock is ahead of the machine's, in milliseconds: for times that the database computes. */
  aheadMs: (): number => (held ? clock.here() - Date.now() : shiftMs),
  /**
   * From now on this clock shows the time of another clock, which is `now` at this moment. With undefined it shows the time of
   * the machine again. It counts elapsed time, so a correction of the machine's clock does not change it.
   */
  follow: (now: number | undefined): void => {
    followed = now === undefined ? undefined : { wall: now - shiftMs, steady: performance.now() }
  },
  /** Like `setTimeout`; fires when a test moves the clock past its end. */
  after: (ms: number, work: () => void): ClockTimer => new ClockTimer(ms, work, false),
  /** Like `setInterval`; fires once per move, however far a test moves the clock. */
  every: (ms: number, work: () => void): ClockTimer => new ClockTimer(ms, work, true),
}

/** How far tests have moved the clock. */
let shiftMs = 0
/** Clock error of this process, set by a test; the database's clock is not affected. */
let skewMs = 0
/** The time of the followed clock at one moment, without the offset that a test has set. */
let followed: { wall: number; steady: number } | undefined
/** The time at which a test holds the clock. */
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

  /** Fires if the clock was moved past the end; otherwise shortens the wait by the move. */
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

/**
 * Changes the clock of this process, for tests. Only `testing/` and the test channel of a server process call
 * it.
 */
export const movedByTests = {
  /** Lets `ms` milliseconds pass at once, timers included. */
  advance(ms: number): void {
    shiftMs += ms
    for (const timer of Array.from(timers)) timer.moved()
  },
  /**
   * Stops the clock, so that nothing expires. Timers still run, and `advance` still moves it. A loop that waits
   * for the clock to pass a limit does not end until then.
   */
  hold(): void {
    held ??= { wall: Date.now(), steady: performance.now() }
  },
  /**
   * Makes the clock of this process wrong by `ms` until the next call; negative values set it back. The clock
   * of the database does not change.
   */
  skew(ms: number): void {
    skewMs = ms
  },
  /** Restores the machine's clock, with the set error. */
  reset(): void {
    held = undefined
    followed = undefined
    shiftMs = 0
  },
}
