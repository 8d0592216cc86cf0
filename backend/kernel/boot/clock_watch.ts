import type { Logger } from '@adonisjs/core/logger'
import { clock, type ClockTimer } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Health } from '../ground/health.js'
import { ask, dialect } from '../database/database.js'
import { warn } from '../database/outage.js'
import { dbNow } from '../database/present.js'
import { asOperator } from '../tenancy/switch.js'

const everyMs = 60_000
/** People see a difference of more, and signatures and links go by it. */
const toleratedMs = 2_000

const set = 'Let all machines set their clocks over the network (NTP).'

/** How far the clock of this machine was ahead of the database's at the last comparison. */
const found = perApplication<{ aheadMs: number }>(() => ({ aheadMs: 0 }))

/** For the health check: what was found within the last minute. */
export async function checkClock(): Promise<Health> {
  const { aheadMs } = found()
  if (Math.abs(aheadMs) <= toleratedMs) return { status: 'ok' }
  return { status: 'degraded', message: saying(aheadMs) }
}

function saying(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this server is ${seconds} seconds ${side} that of the database. ${set}`
}

/**
 * Compares the clock of this machine with the clock of the database, at the start and each minute. While they differ, this
 * process uses the database's time. Otherwise the due times that it stores would be wrong for all other processes.
 */
export class ClockWatch {
  #timer: ClockTimer | undefined
  #looking: Promise<void> | undefined

  constructor(private readonly logger: Logger) {}

  async start(): Promise<void> {
    await this.look()
    await asOperator('what was stored last', () => this.#holdAgainstStored()).catch(
      (error: unknown) => warn(this.logger, error, 'the clock cannot be held against stored times')
    )
    // SQLite's clock is this machine's.
    if (dialect() === 'sqlite') return
    this.#timer = clock.every(everyMs, () => void this.look()).unref()
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.#looking
  }

  look(): Promise<void> {
    this.#looking ??= this.#compare()
      .catch((error: unknown) =>
        warn(this.logger, error, 'the clock cannot be held against that of the database')
      )
      .finally(() => (this.#looking = undefined))
    return this.#looking
  }

  async #compare(): Promise<void> {
    if (dialect() === 'sqlite') return
    const before = clock.machine()
    const there = (await asOperator('what time it is', dbNow)).getTime()
    const waitedMs = clock.machine() - before
    const aheadMs = before + waitedMs / 2 - there
    // What was waited may lie on either side: by less a clock is not known to be off.
    const isOff = Math.abs(aheadMs) - waitedMs / 2 > toleratedMs
    const wasOff = found().aheadMs !== 0
    found().aheadMs = isOff ? aheadMs : 0
    clock.follow(isOff ? there + waitedMs / 2 : undefined)
    if (isOff && !wasOff) this.logger.warn(saying(aheadMs))
    if (!isOff && wasOff)
      this.logger.info('The clock of this server goes with that of the database again.')
  }

  /** SQLite has no clock of its own. A stored time in the future shows that the clock was ahead, or is behind now. */
  async #holdAgainstStored(): Promise<void> {
    if (dialect() !== 'sqlite') return
    const [row] = await ask<{ at: string | null }>(newestStored)
    const told = laterThanNow(row?.at)
    if (told) this.logger.warn(`${told} ${set}`)
  }
}

/** Of what is stored all the time, on SQLite: events, and what recurs. */
export const newestStored = `select max(at) as at from (
  select (select created_at from middleware_events order by seq desc limit 1) as at
  union all select max(last_at) from job_schedules) as newest`

/** A sentence about a stored time in the future; undefined for a time that is past. */
export function laterThanNow(at: string | null | undefined): string | undefined {
  if (!at || Date.parse(at) - clock.now() <= toleratedMs) return undefined
  return `The newest stored time is ${at}, and the clock of this server says ${clock.date().toISOString()}: it was ahead when that was stored, or is behind now.`
}
