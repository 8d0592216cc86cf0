import { clock } from '../../ground/clock.js'
/** How long a damaged chunk is not read again: at first, and at most. The time doubles with each failure. */
const firstMs = 1_000
const maxMs = 60_000
/** Maximum number of remembered chunks. More damaged chunks mean that a disk was lost. */
const maxKnown = 10_000

/** Remembers damaged chunks that this process has read recently, so that repeated requests for them stay cheap. */
export class DamageRetries {
  readonly #failed = new Map<string, { waitMs: number; until: number }>()

  isDue(tenantId: string, hash: string): boolean {
    const failed = this.#failed.get(keyOf(tenantId, hash))
    return failed === undefined || clock.ticks() >= failed.until
  }

  failed(tenantId: string, hash: string): void {
    const key = keyOf(tenantId, hash)
    const before = this.#failed.get(key)
    if (!before && this.#failed.size >= maxKnown) this.#failed.clear()
    const waitMs = before ? Math.min(2 * before.waitMs, maxMs) : firstMs
    this.#failed.set(key, { waitMs, until: clock.ticks() + waitMs })
  }

  worked(tenantId: string, hash: string): void {
    this.#failed.delete(keyOf(tenantId, hash))
  }
}

const keyOf = (tenantId: string, hash: string) => `${tenantId}/${hash}`
