/**
 * The application's one clock. In the product it is the machine's, or the database's where the two differ (`follow`).
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
  /** Milliseconds since some moment, which never go back: for deadlines and ages. */
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
  /** As `setTimeout`; a test that moves the clock past its end makes it fire. */
  after: (ms: number, work: () => void): ClockTimer => new ClockTimer(ms, work, false),
  /** As `setInterval`; however far a test moves the clock, it fires once a move. */
  every: (ms: number, work: () => void): ClockTimer => new ClockTimer(ms, work, true),
}

/** How far tests have moved the clock. */
let shiftMs = 0
/** How wrong a test has made the clock of this process: that of the database does not follow. */
let skewMs = 0
/** The time of the followed clock at one moment, without the offset that a test has set. */
let followed: { wall: number; steady: number } | undefined
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
  /** Makes the clock of this process wrong by `ms` until it is called again: below 0 for behind. The database keeps its own. */
  skew(ms: number): void {
    skewMs = ms
  },
  /** Makes it the machine's clock again, as wrong as it was made. */
  reset(): void {
    held = undefined
    followed = undefined
    shiftMs = 0
  },
}
