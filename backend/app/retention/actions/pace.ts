import { setTimeout as delay } from 'node:timers/promises'
import { dialect } from '@crossdock/kernel/database'

/** Target time of a batch, for which all writers wait on SQLite. */
const goalMs = { sqlite: 8, postgres: 40 } as const
const [fewest, most] = [20, 500]
/** The pause after a batch, as a multiple of the batch's time. */
const restTimes = 4
/** An additional pause, as a multiple of the event-loop delay: a delay means that other work waits. */
const lateTimes = 10
const longestRestMs = 2_000

/**
 * Sets the size of batches and the pauses between them, so that requests are not delayed. Slower when the
 * process or the database is busy.
 */
export class Pace {
  #rows: number = 100

  /** How many rows the next batch may have. */
  get rows(): number {
    return this.#rows
  }

  /**
   * Waits after a batch.
   * @param heldMs how long the last batch worked on its rows
   * @param tookMs how long the batch took in total, including waits for a connection and the commit
   */
  async rest(heldMs: number, tookMs: number, signal: AbortSignal): Promise<void> {
    const fitting = (this.#rows * goalMs[dialect()]) / Math.max(heldMs, 0.1)
    // Adjust slowly: a single slow commit means little.
    this.#rows = Math.round(Math.min(most, Math.max(fewest, (this.#rows + fitting) / 2)))
    const restMs = Math.min(longestRestMs, tookMs * restTimes)
    const begin = performance.now()
    await delay(restMs, undefined, { signal })
    const lateMs = performance.now() - begin - restMs - 1
    if (lateMs > 1) await delay(Math.min(longestRestMs, lateMs * lateTimes), undefined, { signal })
  }
}
