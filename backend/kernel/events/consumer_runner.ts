import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { transaction, unscoped, dialect } from '../database/database.js'
import { now } from '../database/clock.js'
import { isPassing } from '../database/faults.js'
import { warn } from '../database/outage.js'
import { parseObject } from '../json/index.js'
import { asOperator } from '../tenancy/switch.js'
import type { Consumer, LoggedEvent } from './consumer.js'
import { readLog, type Position, type PositionedEvent } from './log.js'
import { onWake } from './wake.js'

const batchSize = 200
/** The net under the wake-up: finds what other processes wrote. */
const pollMs = 500
/** How soon to look again for events that an open transaction holds back (PostgreSQL). */
const heldMs = 2
const longestHeldMs = 20
/** Tries of one event before it is set aside as failed and the consumer goes on. */
const maxTries = 5

const none = { seq: 0, tries: 0 }

/** What a look at the log found: go on at once, look again soon, or wait to be called. */
type Found = 'more' | 'held' | 'done'

/** Drives one consumer along the log until it is stopped. */
export class ConsumerRunner {
  #stopped = false
  #wakeUp: (() => void) | undefined
  #pending = false
  #loop: Promise<void> | undefined
  #unsubscribe: (() => void) | undefined
  /** Where the cursor was last seen; another process may have moved it on. */
  #reached: Position | undefined
  /** The event at the cursor that keeps failing; counted here, because consumers share its row. */
  #failing = none

  constructor(
    private readonly consumer: Consumer,
    private readonly logger: Logger
  ) {}

  start(): void {
    const { eventTypes } = this.consumer
    this.#unsubscribe = onWake((type) => {
      if (!eventTypes || eventTypes.includes(type)) this.#ring()
    })
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe?.()
    this.#wakeUp?.()
    await this.#loop
  }

  #ring(): void {
    this.#pending = true
    // New events are no reason to try one that fails sooner again.
    if (this.#failing.tries === 0) this.#wakeUp?.()
  }

  async #run(): Promise<void> {
    let wait = heldMs
    while (!this.#stopped) {
      if (this.#pending && this.consumer.gatherMs) await delay(this.consumer.gatherMs)
      const rung = this.#pending
      this.#pending = false
      const found = await this.#follow(rung)
      if (found === 'more') continue
      wait = found === 'held' ? Math.min(wait * 2, longestHeldMs) : heldMs
      await this.#idle(found === 'held' ? wait : pollMs)
    }
  }

  async #follow(rung: boolean): Promise<Found> {
    try {
      return await asOperator('follow the log', async () => {
        // Nobody called: look before taking the cursor.
        const found = rung ? 'more' : await this.#peek()
        return found === 'more' ? this.#advance(batchSize) : found
      })
    } catch (error) {
      const about = { consumer: this.consumer.name }
      warn(this.logger, error, 'consumer failed, retrying', about)
      if (isPassing(error)) {
        await this.#pause(pollMs)
        return 'more'
      }
      await asOperator('find the failing event', () => this.#stepOver()).catch((cause) =>
        warn(this.logger, cause, 'consumer cannot go on', about)
      )
      await this.#pause(pollMs * 2 ** Math.max(0, this.#failing.tries - 1))
      return 'more'
    }
  }

  #idle(ms: number): Promise<void> {
    return this.#pending ? Promise.resolve() : this.#pause(ms)
  }

  #pause(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #peek(): Promise<Found> {
    this.#reached ??= await this.#position()
    const { events, held } = await readLog(this.#reached, 1, this.consumer.eventTypes)
    return events.length > 0 ? 'more' : held ? 'held' : 'done'
  }

  /** Handles the next batch, in one transaction with the advance of the cursor. */
  async #advance(limit: number): Promise<Found> {
    const { name, eventTypes, handle } = this.consumer
    let passed: PositionedEvent[] = []
    let reached: Position | undefined
    const found = await transaction(async (): Promise<Found> => {
      const position = await this.#lock()
      if (!position) return 'held'
      const { events, held } = await readLog(position, limit, eventTypes)
      const last = events.at(-1)
      reached = last?.position ?? position
      if (!last) return held ? 'held' : 'done'
      const readable: LoggedEvent[] = []
      for (const event of events) {
        const seen = toEvent(event)
        if (seen) readable.push(seen)
        else await this.#setAside(event, 0, new Error('Its payload is no JSON object.'))
      }
      if (readable.length > 0) await handle.call(this.consumer, readable)
      await saveCursor(name, last.position)
      passed = events
      return events.length === limit ? 'more' : held ? 'held' : 'done'
    })
    // Only what has committed was passed.
    if (reached) this.#reached = reached
    if (passed.some(({ position }) => position.seq === this.#failing.seq)) this.#failing = none
    return found
  }

  /** After a failed batch: event by event, setting aside the one that keeps failing. */
  async #stepOver(): Promise<void> {
    for (let done = 0; done < batchSize && !this.#stopped; done++) {
      try {
        if ((await this.#advance(1)) !== 'more') return
      } catch (error) {
        // No fault of the event: it is tried as often as it takes.
        if (isPassing(error)) throw error
        const { events } = await readLog(await this.#position(), 1, this.consumer.eventTypes)
        const [event] = events
        if (event) await this.#countFailure(event, error)
        return
      }
    }
  }

  async #countFailure(event: PositionedEvent, error: unknown): Promise<void> {
    const { seq } = event.position
    const tries = this.#failing.seq === seq ? this.#failing.tries + 1 : 1
    this.#failing = { seq, tries }
    if (tries < maxTries) return
    await transaction(async () => {
      await this.#setAside(event, tries, error)
      await saveCursor(this.consumer.name, event.position)
    })
    this.#failing = none
  }

  async #setAside({ position, row }: PositionedEvent, tries: number, error: unknown) {
    await unscoped()
      .from('middleware_events')
      .where('seq', position.seq)
      .update({ retry_count: tries, status: 'failed' })
    this.logger.error(
      { err: error, consumer: this.consumer.name, eventId: row.id },
      'event set aside'
    )
  }

  async #position(): Promise<Position> {
    const row = await unscoped().from('event_cursors').where('name', this.consumer.name).first()
    if (row) return { transaction: Number(row.transaction), seq: Number(row.seq) }
    await unscoped()
      .insertQuery()
      .table('event_cursors')
      .knexQuery.insert({ name: this.consumer.name, transaction: 0, seq: 0, updated_at: now() })
      .onConflict('name')
      .ignore()
    return { transaction: 0, seq: 0 }
  }

  /** The cursor, held until the transaction ends; undefined while another process holds it. */
  async #lock(): Promise<Position | undefined> {
    const query = unscoped().from('event_cursors').where('name', this.consumer.name)
    if (dialect() === 'postgres') query.forUpdate().skipLocked()
    const row = await query.first()
    return row && { transaction: Number(row.transaction), seq: Number(row.seq) }
  }
}

async function saveCursor(name: string, { transaction, seq }: Position): Promise<void> {
  await unscoped()
    .from('event_cursors')
    .where('name', name)
    .update({ transaction, seq, updated_at: now() })
}

/** Undefined for one this version cannot read: a newer one may write other payloads. */
function toEvent({ row, position }: PositionedEvent): LoggedEvent | undefined {
  const payload = parseObject(row.payload as string)
  if (!payload) return undefined
  const text = (name: string) => (row[name] ?? null) as string | null
  return {
    seq: position.seq,
    id: row.id as string,
    tenantId: text('tenant_id'),
    environmentId: text('environment_id'),
    eventType: row.event_type as string,
    actorType: row.actor_type as string,
    actorId: text('actor_id'),
    userId: text('user_id'),
    sourceType: text('source_type'),
    sourceId: text('source_id'),
    targetType: text('target_type'),
    targetId: text('target_id'),
    payload,
    causeId: text('cause_id'),
    rootId: row.root_id as string,
    createdAt: row.created_at as string,
  }
}
