import { setTimeout as pause } from 'node:timers/promises'
import { isActive } from '../run/profile.js'

/** What transfers ask before they move bytes. */
export interface Paced {
  take(bytes: number, signal: AbortSignal): Promise<void>
}

/** Holds transfers to a number of kilobits a second. */
export class Pace implements Paced {
  #kbps: number | null = null
  #free = 0

  /** @param kbps null: no bound */
  set(kbps: number | null): void {
    this.#kbps = kbps
  }

  /** Waits until so many bytes may move. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    if (!this.#kbps) return
    const now = performance.now()
    this.#free = Math.max(this.#free, now) + (bytes * 8) / this.#kbps
    const ms = this.#free - now
    if (ms > 1) await pause(ms, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}

/** Bandwidth of a part of the day, in the local time of the machine. It may go over midnight. */
export interface PaceRule {
  from: string
  to: string
  kbps: number
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** The bandwidth at a time, by the first rule that fits; null: no bound. */
export function kbpsAt(rules: readonly PaceRule[], at: Date): number | null {
  const rule = rules.find(({ from, to }) => isActive({ days: everyDay, from, to }, at))
  return rule?.kbps ?? null
}

/** The pace of one contract, within that of its agent. */
export class RuledPace implements Paced {
  readonly #own = new Pace()

  constructor(
    private readonly within: Paced,
    private readonly rules: () => readonly PaceRule[]
  ) {}

  /** Waits until so many bytes may move. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    await this.within.take(bytes, signal)
    this.#own.set(kbpsAt(this.rules(), new Date()))
    await this.#own.take(bytes, signal)
  }
}
