import { setTimeout as pause } from 'node:timers/promises'
import { isActive } from './profile.js'

/** Limits the speed of transfers. Call `take` before bytes are moved. */
export interface Paced {
  take(bytes: number, signal: AbortSignal): Promise<void>
}

/** Limits transfers to a number of kilobits per second. */
export class Pace implements Paced {
  #kbps: number | null = null
  #free = 0

  /**
   * Sets the limit.
   * @param kbps null: no limit
   */
  set(kbps: number | null): void {
    this.#kbps = kbps
  }

  /** Waits until this many bytes may move. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    if (!this.#kbps) return
    const now = performance.now()
    this.#free = Math.max(this.#free, now) + (bytes * 8) / this.#kbps
    const ms = this.#free - now
    if (ms > 1) await pause(ms, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}

/** A bandwidth limit for hours of the day, in the machine's local time. The hours may cross midnight. */
export interface PaceRule {
  from: string
  to: string
  kbps: number
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Returns the bandwidth limit at a time, by the first matching rule; null: no limit. */
export function kbpsAt(rules: readonly PaceRule[], at: Date): number | null {
  const rule = rules.find(({ from, to }) => isActive({ days: everyDay, from, to }, at))
  return rule?.kbps ?? null
}

/** Applies the limit of one contract, in addition to the limit of its agent. */
export class RuledPace implements Paced {
  readonly #own = new Pace()

  constructor(
    private readonly within: Paced,
    private readonly rules: () => readonly PaceRule[]
  ) {}

  /** Waits until this many bytes may move. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    await this.within.take(bytes, signal)
    this.#own.set(kbpsAt(this.rules(), new Date()))
    await this.#own.take(bytes, signal)
  }
}
