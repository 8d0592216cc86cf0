import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { clock } from '../ground/clock.js'
import { redisOfLimits } from '../limits/limits.js'

/** After a failure, Redis is not asked again for this long. */
const pauseMs = 1_000
/**
 * How long a process that lost Redis waits for it. All processes lose it at the same time and record their
 * usage in the database; until this time has passed, none takes shares there.
 */
const graceMs = 300
/**
 * For this long after its return, Redis may lack other processes' places. All processes try to reconnect five
 * times a second.
 */
const settleMs = 2_000

/** The Redis shared by all processes, and whether it is available. */
export class SharedRedis {
  #client: Redis | undefined
  #opening: Promise<void> | undefined
  #pausedUntil = 0
  #lostAt = -Infinity
  #backAt = -Infinity
  /** Grows with every loss: earlier knowledge of Redis is then invalid. */
  generation = 0

  /**
   * @param lost called when the connection breaks
   * @param back called when it is restored; Redis may be empty then
   */
  constructor(
    private readonly lost: () => void,
    private readonly back: () => void = () => undefined
  ) {}

  /** The client, if available; undefined without Redis and during an outage. */
  async whenAvailable(): Promise<Redis | undefined> {
    this.#opening ??= this.#open()
    await this.#opening
    return this.#isReady() ? this.#client : undefined
  }

  get isConfigured(): boolean {
    return this.#client !== undefined
  }

  /** Reports an unexpected answer. */
  failed(): void {
    this.#pausedUntil = clock.ticks() + pauseMs
    this.#lose()
  }

  /** Whether Redis returned so recently that other processes may not have reported their places yet. */
  get isUnsettled(): boolean {
    return clock.ticks() < this.#backAt + settleMs
  }

  /** Waits until all processes that lost Redis have recorded their usage in the database. */
  async whenOthersRecorded(): Promise<void> {
    const rest = this.#lostAt + graceMs - clock.ticks()
    if (rest > 0) await delay(rest)
  }

  /** Waits briefly for an unavailable Redis. */
  async awaitReturn(): Promise<Redis | undefined> {
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
