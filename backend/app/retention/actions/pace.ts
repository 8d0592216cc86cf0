import { setTimeout as delay } from 'node:timers/promises'
import { dialect } from '@crossdock/kernel/database'

/** How long a batch is to take. On SQLite everybody waits for it. */
const goalMs = { sqlite: 8, postgres: 40 } as const
const [fewest, most] = [20, 500]
/** The others get so many times as long as a batch took. */
const restTimes = 4
/** What the process was late is what others were doing. */
const lateTimes = 10
const longestRestMs = 2_000

/** Batches so small, and so far apart, that nobody notices: slower where process or database is busy. */
export class Pace {
  #rows: number = 100

  /** How many rows the next batch may have. */
  get rows(): number {
    return this.#rows
  }

  /**
   * @param heldMs how long the last batch was at its rows
   * @param tookMs the same with the waiting for its turn and its commit, for which it holds up nobody
   */
  async rest(heldMs: number, tookMs: number, signal: AbortSignal): Promise<void> {
    const fitting = (this.#rows * goalMs[dialect()]) / Math.max(heldMs, 0.1)
    // Not at once: one slow commit says little.
    this.#rows = Math.round(Math.min(most, Math.max(fewest, (this.#rows + fitting) / 2)))
    const restMs = Math.min(longestRestMs, tookMs * restTimes)
    const begin = performance.now()
    await delay(restMs, undefined, { signal })
    const lateMs = performance.now() - begin - restMs - 1
    if (lateMs > 1) await delay(Math.min(longestRestMs, lateMs * lateTimes), undefined, { signal })
  }
}
