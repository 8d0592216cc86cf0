import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { redisOfLimits } from '../http/limits.js'

/** A Redis that failed somebody is not asked again for so long. */
const pauseMs = 1_000
/**
 * How long whoever finds Redis gone waits for it. All processes lose it in the same moment and note in the database what they
 * know: so long nobody takes anything there.
 */
const graceMs = 300

/** The Redis that all processes share, and whether it is there. */
export class SharedRedis {
  #client: Redis | undefined
  #opening: Promise<void> | undefined
  #pausedUntil = 0
  /** Grows with every loss: what was known before is not what Redis knows when it is back. */
  generation = 0

  /** @param lost is told when the connection breaks */
  constructor(private readonly lost: () => void) {}

  /** The client, when it may be asked; undefined where there is none, or while it is away. */
  async here(): Promise<Redis | undefined> {
    this.#opening ??= this.#open()
    await this.#opening
    return this.#isReady() ? this.#client : undefined
  }

  get isConfigured(): boolean {
    return this.#client !== undefined
  }

  /** It did not answer as it should. */
  failed(): void {
    this.#pausedUntil = performance.now() + pauseMs
    this.#lose()
  }

  /** Waits a moment for one that is away. */
  async comesBack(): Promise<Redis | undefined> {
    const until = performance.now() + graceMs
    while (performance.now() < until) {
      await delay(20)
      if (this.#isReady()) return this.#client
    }
    return undefined
  }

  #isReady(): boolean {
    return this.#client?.status === 'ready' && performance.now() >= this.#pausedUntil
  }

  async #open(): Promise<void> {
    this.#client = await redisOfLimits()
    this.#client?.on('close', () => this.#lose())
  }

  #lose(): void {
    this.generation++
    this.lost()
  }
}
