import { setTimeout as pause } from 'node:timers/promises'

/** Holds transfers to a number of kilobits a second. */
export class Pace {
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
