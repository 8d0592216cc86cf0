import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { transaction } from '../database/database.js'
import { isPassing } from '../database/faults.js'
import { warn } from '../database/outage.js'
import { asOperator } from '../tenancy/switch.js'
import type { Consumer } from './consumer.js'
import { ensureCursors, holdCursor, saveCursor } from './cursor.js'
import { handleBatch } from './handle_batch.js'
import { beginning, isBefore, later, type Position } from './position.js'
import { readStretch, type Stretch } from './read_log.js'
import type { Growth, Tail } from './tail.js'

const batchSize = 200
/** How much of the log is looked through at a time. */
const width = 2_000
/** The saved cursor may lie so many events of no interest behind; a restart looks through them again. */
const unsavedEvents = 5_000
/** How soon to ask again for a cursor that another process holds. */
const takenMs = 20
/** How soon to try a batch again that failed; doubled each time while it is not the database's fault. */
const againMs = 500
const longestAgainMs = 30_000
/** How often the database may be too busy for a batch before the tenants it is so for are parked. */
const patience = 3

/** A runner keeps so many events that the tail has read; what is beyond is read again from the log. */
const keptEvents = 1_000

/** What there is to do next: go on at once, ask again for the cursor, or wait to be called. */
type Next = 'on' | 'taken' | 'wait'

/** Drives one consumer along the log until it is stopped. */
export class ConsumerRunner {
  #stopped = false
  #rung = true
  #wakeUp: (() => void) | undefined
  #loop: Promise<void> | undefined
  #unsubscribe: (() => void) | undefined
  /** Everything up to here was handled or parked, by whichever process, or is of no interest. */
  #at: Position = beginning
  /** How many events of no interest lie between the saved cursor and `#at`. */
  #unsaved = 0
  /** Batches in a row that failed. */
  #failures = 0
  /** What the tail read behind `#at`, without a gap, so that the runner does not read it again. */
  #kept: Growth[] = []

  constructor(
    private readonly consumer: Consumer,
    private readonly tail: Tail,
    private readonly logger: Logger
  ) {}

  start(): void {
    this.#unsubscribe = this.tail.follow((growth) => this.#heed(growth))
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe?.()
    this.#wakeUp?.()
    await this.#loop
  }

  get name(): string {
    return this.consumer.name
  }

  /** Everything up to here was handled or parked, or is of no interest. */
  get at(): Position {
    return this.#at
  }

  /** Names of what it follows; all when undefined. */
  get #types(): string[] | undefined {
    return this.consumer.on?.map(({ name }) => name)
  }

  /** Nothing of interest, and nothing left behind it: passed without a look. */
  #heed(growth: Growth): void {
    const { from, end, count, types } = growth
    const wanted = this.#types
    const interested = count > 0 && (!wanted || wanted.some((type) => types.has(type)))
    if (!interested && !isBefore(this.#at, from)) {
      this.#at = later(this.#at, end)
      this.#unsaved += count
      if (this.#unsaved < unsavedEvents) return
    }
    this.#keep(growth)
    this.#rung = true
    // New events are no reason to try a batch that fails sooner again.
    if (this.#failures === 0) this.#wakeUp?.()
  }

  /** What `#heed` passes over lies behind all that is kept, so no gap comes up between two that are not read yet. */
  #keep(growth: Growth): void {
    this.#kept.push(growth)
    let total = 0
    for (const { count } of this.#kept) total += count
    if (total > keptEvents) this.#kept = []
  }

  /** The next events behind a place of the log: what the tail has read, as far as that begins there. */
  async #next(after: Position): Promise<Stretch> {
    while (this.#kept[0] && !isBefore(after, this.#kept[0].end)) this.#kept.shift()
    const [first] = this.#kept
    const { end } = this.tail
    if (!first || isBefore(after, first.from)) {
      return readStretch(after, end, batchSize, width, this.#types)
    }
    const wanted = this.#types && new Set(this.#types)
    const events = this.#kept
      .flatMap(({ rows }) => rows)
      .filter(({ position, row }) => {
        return isBefore(after, position) && (!wanted || wanted.has(String(row.event_type)))
      })
      .slice(0, batchSize)
    const isFull = events.length === batchSize
    return { events, reached: isFull ? events.at(-1)!.position : this.#kept.at(-1)!.end }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      if (!this.#rung) await this.#pause()
      else if (this.consumer.gatherMs) await delay(this.consumer.gatherMs)
      this.#rung = false
      const next = await this.#follow()
      if (next === 'wait') continue
      this.#rung = true
      if (next === 'taken') await this.#pause(takenMs)
    }
  }

  async #follow(): Promise<Next> {
    try {
      const next = await asOperator('follow the log', () => this.#advance())
      this.#failures = 0
      return next
    } catch (error) {
      warn(this.logger, error, 'consumer failed, retrying', { consumer: this.consumer.name })
      const doublings = isPassing(error) ? 0 : this.#failures
      this.#failures += 1
      await this.#pause(Math.min(longestAgainMs, againMs * 2 ** doublings))
      return 'on'
    }
  }

  /** Waits to be called, at most this long. */
  #pause(ms?: number): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Handles or parks the next batch, in one transaction with the advance of the cursor. */
  async #advance(): Promise<Next> {
    const { name } = this.consumer
    const { end } = this.tail
    const reached = await transaction(async () => {
      const saved = await holdCursor(name)
      if (!saved) return undefined
      const stretch = await this.#next(later(saved, this.#at))
      await handleBatch(this.consumer, stretch.events, this.#failures < patience, this.logger)
      if (isBefore(saved, stretch.reached)) await saveCursor(name, stretch.reached)
      return later(saved, stretch.reached)
    })
    if (!reached) {
      // Another process has it, or somebody has deleted it.
      await ensureCursors([this.consumer], end)
      return 'taken'
    }
    // Only what has committed was passed.
    this.#at = later(this.#at, reached)
    this.#unsaved = 0
    return isBefore(this.#at, this.tail.end) ? 'on' : 'wait'
  }
}
