import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { transaction, unscoped, dialect } from '../database/database.js'
import { now } from '../database/clock.js'
import { asOperator } from '../tenancy/switch.js'
import type { Consumer, LoggedEvent } from './consumer.js'
import { isHeldBack, readLog, type Position, type PositionedEvent } from './log.js'
import { onWake } from './wake.js'

const batchSize = 200
/** The net under the wake-up: finds what other processes wrote. */
const pollMs = 500
/** How soon to look again for events that an open transaction holds back (PostgreSQL). */
const heldMs = 2
const longestHeldMs = 100
/** Tries of one event before it is set aside as failed and the consumer goes on. */
const maxTries = 5

/** Drives one consumer along the log until it is stopped. */
export class ConsumerRunner {
  #stopped = false
  #wakeUp: (() => void) | undefined
  #pending = false
  #loop: Promise<void> | undefined
  #unsubscribe: (() => void) | undefined

  constructor(
    private readonly consumer: Consumer,
    private readonly logger: Logger
  ) {}

  start(): void {
    this.#unsubscribe = onWake(() => this.#ring())
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe?.()
    this.#ring()
    await this.#loop
  }

  #ring(): void {
    this.#pending = true
    this.#wakeUp?.()
  }

  async #run(): Promise<void> {
    let wait = heldMs
    while (!this.#stopped) {
      if (this.#pending && this.consumer.gatherMs) await delay(this.consumer.gatherMs)
      this.#pending = false
      try {
        const found = await asOperator('follow the log', () => this.#advance(batchSize))
        if (found === 'more') continue
        wait = found === 'held' ? Math.min(wait * 2, longestHeldMs) : heldMs
        await this.#idle(found === 'held' ? wait : pollMs)
        continue
      } catch (error) {
        this.logger.warn({ err: error, consumer: this.consumer.name }, 'consumer failed, retrying')
        await asOperator('find the failing event', () => this.#stepOver()).catch((cause) =>
          this.logger.error({ err: cause, consumer: this.consumer.name }, 'consumer cannot go on')
        )
      }
      await this.#idle(pollMs)
    }
  }

  #idle(ms: number): Promise<void> {
    if (this.#pending || this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Handles the next batch, and says whether there is more or something is still held back. */
  async #advance(limit: number): Promise<'more' | 'held' | 'done'> {
    const { name, eventTypes, handle } = this.consumer
    const reached = await this.#position()
    const behind = await readLog(reached, 1, eventTypes)
    if (behind.length === 0) return (await isHeldBack(reached, eventTypes)) ? 'held' : 'done'
    return transaction(async () => {
      const position = await this.#lock()
      if (!position) return 'held'
      const events = await readLog(position, limit, eventTypes)
      const last = events.at(-1)
      if (!last) return 'held'
      await handle.call(this.consumer, events.map(toEvent))
      await saveCursor(name, last.position)
      return 'more'
    })
  }

  /** After a failed batch: event by event, setting aside the one that keeps failing. */
  async #stepOver(): Promise<void> {
    for (let done = 0; done < batchSize && !this.#stopped; done++) {
      try {
        if ((await this.#advance(1)) !== 'more') return
      } catch (error) {
        const [event] = await readLog(await this.#position(), 1, this.consumer.eventTypes)
        if (event) await this.#countFailure(event, error)
        return
      }
    }
  }

  async #countFailure(event: PositionedEvent, error: unknown): Promise<void> {
    const tries = Number(event.row.retry_count) + 1
    await transaction(async () => {
      await unscoped()
        .from('middleware_events')
        .where('seq', event.position.seq)
        .update({ retry_count: tries, ...(tries >= maxTries ? { status: 'failed' } : {}) })
      if (tries < maxTries) return
      this.logger.error(
        { err: error, consumer: this.consumer.name, eventId: event.row.id },
        'event set aside'
      )
      await saveCursor(this.consumer.name, event.position)
    })
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

function toEvent({ row, position }: PositionedEvent): LoggedEvent {
  const text = (name: string) => (row[name] ?? null) as string | null
  const { payload } = row
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
    payload: (typeof payload === 'string'
      ? JSON.parse(payload)
      : payload) as LoggedEvent['payload'],
    causeId: text('cause_id'),
    rootId: row.root_id as string,
    createdAt: row.created_at as string,
  }
}
