import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { warn } from '../database/connections/outage.js'
import { Session } from '../database/connections/session.js'
import { service } from '../ground/service.js'
import { asOperator } from '../tenancy/switch.js'
import { toEvent, type LoggedEvent, type PositionedEvent } from './logged_event.js'
import { beginning, endless, isBefore, type Position } from './position.js'
import { readAll, settledPosition } from './read_log.js'
import { notifySeen, toSeen } from './seen.js'
import { channel, onWake } from './wake.js'
import { receiveHint } from './hints.js'

/** Fallback for wake-ups, which may be lost between processes. */
const lookMs = 5_000
/** After this time without a look, events may have been missed. */
const blindMs = 2 * lookMs
/** How often a process records that it runs. A gap of `stoodMs` means that it stood still and missed messages. */
const beatMs = 250
export const stoodMs = 1_000
/** Events per look. */
const width = 1_000
/** Pause between looks: commits during it are read together. */
const gatherMs = 5
/** Delay before the next look while an open transaction holds events back; a rollback sends no wake-up. */
const heldMs = 2
const longestHeldMs = 250

/** New events found by a look. */
export interface NewEvents {
  /** The previous end; everything up to `end` is settled. */
  from: Position
  end: Position
  /** All new events, in log order. */
  readonly rows: readonly PositionedEvent[]
  /** The events this version can read; payloads are parsed on first access. */
  readonly events: readonly LoggedEvent[]
  /** Number of new events, including unreadable ones. */
  count: number
  types: ReadonlySet<string>
}

function newEventsOf(from: Position, end: Position, found: PositionedEvent[]): NewEvents {
  let events: LoggedEvent[] | undefined
  return {
    from,
    end,
    count: found.length,
    rows: found,
    types: new Set(found.map(({ row }) => row.event_type as string)),
    get events() {
      events ??= found.map(toEvent).filter((event) => event !== undefined)
      return events
    },
  }
}

type Listener = (found: NewEvents) => void

/** The only reader of the end of the log in a process: once per wake-up, for all consumers and listeners. */
export class Tail {
  #end: Position = beginning
  #session: Session | undefined
  #listeners = new Set<Listener>()
  #unsubscribe: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #again = false
  /** More events remain than one look reads. */
  #full = false
  #beganAt = -Infinity
  #held = heldMs
  #stopped = false
  #started = false
  #lookedAt = -Infinity
  #gaps = 0
  #beatAt = -Infinity
  #pulse: NodeJS.Timeout | undefined

  constructor(
    private readonly logger: Logger,
    url: string | undefined
  ) {
    if (!url) return
    this.#session = new Session(url, logger, {
      name: 'log',
      opened: (client) => client.query(`listen ${channel.name}`),
      heard: (payload) => channel.hear(payload, (message) => this.#receive(message), logger),
      lost: () => this.#gaps++,
      reopened: () => this.look(),
    })
  }

  /** Everything up to here is settled and was passed to the listeners. */
  get end(): Position {
    return this.#end
  }

  /** Whether this process learns of commits as they happen. Otherwise, cached results must not be used. */
  get current(): boolean {
    if (!this.#started || this.#stopped || this.#session?.isOpen === false) return false
    return !this.#stoodStill && performance.now() - this.#lookedAt < blindMs
  }

  /** SQLite has one process, which needs no notifications. */
  get #stoodStill(): boolean {
    return this.#pulse !== undefined && performance.now() - this.#beatAt > stoodMs
  }

  /** Number of interruptions: data cached before one may be outdated. */
  get gaps(): number {
    return this.#gaps
  }

  async start(): Promise<void> {
    await this.#session?.start()
    this.#unsubscribe = onWake(() => this.look())
    this.#end = await this.#findEnd()
    this.#lookedAt = performance.now()
    this.#started = true
    if (this.#session) {
      this.#beatAt = performance.now()
      this.#pulse = setInterval(() => this.#beat(), beatMs).unref()
    }
    this.#wait(lookMs)
  }

  /** A process that was suspended wakes with its old caches and answers before it gets messages. */
  #beat(): void {
    if (this.#stoodStill) {
      this.#gaps++
      this.look()
    }
    this.#beatAt = performance.now()
  }

  /** Wait while a writer allocates a position; starting early would redeliver old events. */
  async #findEnd(): Promise<Position> {
    for (;;) {
      const end = await asOperator('find the end of the log', settledPosition)
      if (end) return end
      await delay(heldMs)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe?.()
    clearTimeout(this.#timer)
    clearInterval(this.#pulse)
    await this.#looking
    await this.#session?.stop()
  }

  /** Calls `listener` after every look that found events, until the returned function is called. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks now, or shortly after a running or recent look. */
  look(): void {
    this.#again = true
    if (this.#looking || this.#stopped) return
    clearTimeout(this.#timer)
    const rest = this.#beganAt + gatherMs - performance.now()
    if (rest > 0) this.#timer = setTimeout(() => this.#begin(), rest)
    else this.#begin()
  }

  #begin(): void {
    if (this.#stopped) return
    this.#beganAt = performance.now()
    this.#looking = this.#lookOn().finally(() => {
      this.#looking = undefined
      if (this.#again) this.look()
    })
  }

  #receive(message: Record<string, unknown>): boolean {
    if (message.kind !== 'grown') return receiveHint(message)
    this.look()
    return true
  }

  async #lookOn(): Promise<void> {
    let wait = lookMs
    do {
      this.#again = this.#full = false
      try {
        const held = await asOperator('look at the end of the log', () => this.#lookOnce())
        this.#held = held ? Math.min(this.#held * 2, longestHeldMs) : heldMs
        wait = held ? this.#held : lookMs
      } catch (error) {
        warn(this.logger, error, 'the log cannot be read, trying again')
        wait = longestHeldMs
      }
    } while (this.#full && !this.#stopped)
    this.#wait(wait)
  }

  #wait(ms: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.look(), ms).unref()
  }

  /** Returns whether an open transaction holds back committed events. */
  async #lookOnce(): Promise<boolean> {
    const settled = await settledPosition()
    if (!settled) return true
    const from = this.#end
    const limit = width + 1
    const rows = await readAll(from, endless, limit)
    const readable = rows.filter(({ position }) => !isBefore(settled, position)).slice(0, width)
    const held = rows.some(({ position }) => isBefore(settled, position))
    for (const { row } of rows) notifySeen(toSeen(row))
    this.#lookedAt = performance.now()
    const full = readable.length === width
    const end = full ? readable.at(-1)!.position : settled
    this.#full = full
    if (!isBefore(from, end)) return held
    this.#end = end
    this.#notify(newEventsOf(from, end, readable))
    return held
  }

  #notify(found: NewEvents): void {
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(found)
      } catch (error) {
        this.logger.error({ err: error }, 'a listener of the log failed')
      }
    }
  }
}

/** The tail of this process. */
export const tail = service<Tail>('kernel.tail')
