import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { transaction } from '../database/database.js'
import { isPassing } from '../database/faults.js'
import { warn } from '../database/connections/outage.js'
import { asOperator } from '../tenancy/switch.js'
import type { Consumer } from './consumer.js'
import { ensureCursors, tryLockCursor, saveCursor } from './cursor.js'
import { handleBatch } from './handle_batch.js'
import { beginning, isBefore, later, type Position } from './position.js'
import { readStretch, type Stretch } from './read_log.js'
import type { NewEvents, Tail } from './tail.js'

const batchSize = 200
/** Events scanned at a time. */
const width = 2_000
/** The saved cursor may lag by this many irrelevant events; a restart scans them again. */
const unsavedEvents = 5_000
/** Retry delay while another process holds the cursor. */
const takenMs = 20
/** Retry delay after a failed batch; doubles unless the database is at fault. */
const againMs = 500
const longestAgainMs = 30_000
/** How often a batch may fail because the database is busy, before the affected tenants' events are parked. */
const patience = 3

/** A runner keeps this many events that the tail has read; others are read again from the log. */
const keptEvents = 1_000

/** What to do next: continue, retry the cursor, or wait for a wake-up. */
type Next = 'on' | 'taken' | 'wait'

/** Runs one consumer along the log until it is stopped. */
export class ConsumerRunner {
  #stopped = false
  #isWoken = true
  #wakeUp: (() => void) | undefined
  #loop: Promise<void> | undefined
  #unsubscribe: (() => void) | undefined
  /** Everything up to here was handled or parked by some process, or is irrelevant. */
  #at: Position = beginning
  /** Number of irrelevant events between the saved cursor and `#at`. */
  #unsaved = 0
  /** Consecutive failed batches. */
  #failures = 0
  /** Events that the tail read after `#at`, without a gap, so that they need not be read again. */
  #kept: NewEvents[] = []

  constructor(
    private readonly consumer: Consumer,
    private readonly tail: Tail,
    private readonly logger: Logger
  ) {}

  start(): void {
    this.#unsubscribe = this.tail.follow((found) => this.#onNewEvents(found))
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

  /** Everything up to here was handled or parked, or is irrelevant. */
  get at(): Position {
    return this.#at
  }

  /** Event types it follows; all when undefined. */
  get #types(): string[] | undefined {
    return this.consumer.on?.map(({ name }) => name)
  }

  /** Skips new events if none is relevant and none before them is unread; else wakes the runner. */
  #onNewEvents(found: NewEvents): void {
    const { from, end, count, types } = found
    const wanted = this.#types
    const interested = count > 0 && (!wanted || wanted.some((type) => types.has(type)))
    if (!interested && !isBefore(this.#at, from)) {
      this.#at = later(this.#at, end)
      this.#unsaved += count
      if (this.#unsaved < unsavedEvents) return
    }
    this.#keep(found)
    this.#isWoken = true
    // New events are no reason to retry a failing batch earlier.
    if (this.#failures === 0) this.#wakeUp?.()
  }

  /** Skipped events come after all kept ones, so kept events never have a gap. */
  #keep(found: NewEvents): void {
    this.#kept.push(found)
    let total = 0
    for (const { count } of this.#kept) total += count
    if (total > keptEvents) this.#kept = []
  }

  /** The next events after a position, from the kept events if they start there. */
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
      if (!this.#isWoken) await this.#pause()
      else if (this.consumer.gatherMs) await delay(this.consumer.gatherMs)
      this.#isWoken = false
      const next = await this.#follow()
      if (next === 'wait') continue
      this.#isWoken = true
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

  /** Waits for a wake-up, at most this long. */
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
      const saved = await tryLockCursor(name)
      if (!saved) return undefined
      const stretch = await this.#next(later(saved, this.#at))
      await handleBatch(this.consumer, stretch.events, this.#failures < patience, this.logger)
      if (isBefore(saved, stretch.reached)) await saveCursor(name, stretch.reached)
      return later(saved, stretch.reached)
    })
    if (!reached) {
      // Another process holds the cursor, or the cursor was deleted.
      await ensureCursors([this.consumer], end)
      return 'taken'
    }
    // Advance only after the commit.
    this.#at = later(this.#at, reached)
    this.#unsaved = 0
    return isBefore(this.#at, this.tail.end) ? 'on' : 'wait'
  }
}
