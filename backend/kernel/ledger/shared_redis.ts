import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { clock } from '../ground/clock.js'
import { redisOfLimits } from '../http/limits.js'

/** A Redis that failed somebody is not asked again for so long. */
const pauseMs = 1_000
/**
 * How long whoever finds Redis gone waits for it. All processes lose it in the same moment and note in the database what they
 * know: so long nobody takes anything there.
 */
const graceMs = 300
/** How long one that is back may not have been told yet by everybody what they hold: all look for it five times a second. */
const settleMs = 2_000

/** The Redis that all processes share, and whether it is there. */
export class SharedRedis {
  #client: Redis | undefined
  #opening: Promise<void> | undefined
  #pausedUntil = 0
  #lostAt = -Infinity
  #backAt = -Infinity
  /** Grows with every loss: what was known before is not what Redis knows when it is back. */
  generation = 0

  /**
   * @param lost is told when the connection breaks
   * @param back is told when it is there again, and may know nothing
   */
  constructor(
    private readonly lost: () => void,
    private readonly back: () => void = () => undefined
  ) {}

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
    this.#pausedUntil = clock.ticks() + pauseMs
    this.#lose()
  }

  /** Whether it is back for so short a time that not everybody may have told it what they hold. */
  get isUnsettled(): boolean {
    return clock.ticks() < this.#backAt + settleMs
  }

  /** Waits until all who lost it in the same moment have noted in the database what they know. */
  async noted(): Promise<void> {
    const rest = this.#lostAt + graceMs - clock.ticks()
    if (rest > 0) await delay(rest)
  }

  /** Waits a moment for one that is away. */
  async comesBack(): Promise<Redis | undefined> {
    const until = clock.ticks() + graceMs
    while (clock.ticks() < until) {
      await delay(20)
      if (this.#isReady()) return this.#client
    }
    return undefined
  }

  #isReady(): boolean {
    return this.#client?.status === 'ready' && clock.ticks() >= this.#pausedUntil
  }

  async #open(): Promise<void> {
    this.#client = await redisOfLimits()
    this.#client?.on('close', () => this.#lose())
    this.#client?.on('ready', () => {
      this.#backAt = clock.ticks()
      this.back()
    })
  }

  #lose(): void {
    this.generation++
    this.#lostAt = clock.ticks()
    this.lost()
  }
}
