import { clock } from '../ground/clock.js'
/** How long a chunk that was damaged is not read again: twice as long each time, up to the most. */
const firstMs = 1_000
const mostMs = 60_000
/** Chunks that are remembered; whoever has more has lost a disk. */
const mostKnown = 10_000

/** Which damaged chunks this process has read lately: asking for them again and again costs little. */
export class Retries {
  readonly #failed = new Map<string, { waitMs: number; until: number }>()

  isDue(tenantId: string, hash: string): boolean {
    const failed = this.#failed.get(keyOf(tenantId, hash))
    return failed === undefined || clock.ticks() >= failed.until
  }

  failed(tenantId: string, hash: string): void {
    const key = keyOf(tenantId, hash)
    const before = this.#failed.get(key)
    if (!before && this.#failed.size >= mostKnown) this.#failed.clear()
    const waitMs = before ? Math.min(2 * before.waitMs, mostMs) : firstMs
    this.#failed.set(key, { waitMs, until: clock.ticks() + waitMs })
  }

  worked(tenantId: string, hash: string): void {
    this.#failed.delete(keyOf(tenantId, hash))
  }
}

const keyOf = (tenantId: string, hash: string) => `${tenantId}/${hash}`
