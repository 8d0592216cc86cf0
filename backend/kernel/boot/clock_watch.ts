import type { Logger } from '@adonisjs/core/logger'
import { clock, type ClockTimer } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Health } from '../ground/health.js'
import { ask, dialect } from '../database/database.js'
import { warn } from '../database/connections/outage.js'
import { dbNow } from '../database/rows/present.js'
import { asOperator } from '../tenancy/switch.js'

const everyMs = 60_000
/** People notice larger differences, and signatures and links depend on the time. */
const toleratedMs = 2_000

const setClocksAdvice = 'Let all machines set their clocks over the network (NTP).'

/** How far this machine's clock was ahead of the database's at the last comparison. */
const lastComparison = perApplication<{ aheadMs: number }>(() => ({ aheadMs: 0 }))

/** Health check: the result of the last minute. */
export async function checkClock(): Promise<Health> {
  const { aheadMs } = lastComparison()
  if (Math.abs(aheadMs) <= toleratedMs) return { status: 'ok' }
  return { status: 'degraded', message: describeDrift(aheadMs) }
}

function describeDrift(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this server is ${seconds} seconds ${side} that of the database. ${setClocksAdvice}`
}

/**
 * Compares the clock of this machine with the clock of the database, at the start and each minute. While they differ, this
 * process uses the database's time. Otherwise the due times that it stores would be wrong for all other processes.
 */
export class ClockWatch {
  #timer: ClockTimer | undefined
  #comparing: Promise<void> | undefined

  constructor(private readonly logger: Logger) {}

  async start(): Promise<void> {
    await this.check()
    await asOperator('what was stored last', () => this.#compareWithStored()).catch(
      (error: unknown) => warn(this.logger, error, 'cannot compare the clock with stored times')
    )
    // SQLite uses this machine's clock.
    if (dialect() === 'sqlite') return
    this.#timer = clock.every(everyMs, () => void this.check()).unref()
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.#comparing
  }

  check(): Promise<void> {
    this.#comparing ??= this.#compare()
      .catch((error: unknown) =>
        warn(this.logger, error, 'cannot compare the clock with that of the database')
      )
      .finally(() => (this.#comparing = undefined))
    return this.#comparing
  }

  async #compare(): Promise<void> {
    if (dialect() === 'sqlite') return
    const before = clock.machine()
    const there = (await asOperator('what time it is', dbNow)).getTime()
    const waitedMs = clock.machine() - before
    const aheadMs = before + waitedMs / 2 - there
    // The waiting time may belong to either side, so a smaller difference proves nothing.
    const isOff = Math.abs(aheadMs) - waitedMs / 2 > toleratedMs
    const wasOff = lastComparison().aheadMs !== 0
    lastComparison().aheadMs = isOff ? aheadMs : 0
    clock.follow(isOff ? there + waitedMs / 2 : undefined)
    if (isOff && !wasOff) this.logger.warn(describeDrift(aheadMs))
    if (!isOff && wasOff)
      this.logger.info('The clock of this server agrees with that of the database again.')
  }

  /** SQLite has no clock. A stored time in the future shows that the clock was ahead, or is behind now. */
  async #compareWithStored(): Promise<void> {
    if (dialect() !== 'sqlite') return
    const [row] = await ask<{ at: string | null }>(newestStored)
    const warning = laterThanNow(row?.at)
    if (warning) this.logger.warn(`${warning} ${setClocksAdvice}`)
  }
}

/** The newest frequently stored time on SQLite: events and schedules. */
export const newestStored = `select max(at) as at from (
  select (select created_at from middleware_events order by seq desc limit 1) as at
  union all select max(last_at) from job_schedules) as newest`

/** A warning about a stored time in the future; undefined for a past time. */
export function laterThanNow(at: string | null | undefined): string | undefined {
  if (!at || Date.parse(at) - clock.now() <= toleratedMs) return undefined
  return `The newest stored time is ${at}, and the clock of this server says ${clock.date().toISOString()}: it was ahead at that time, or is behind now.`
}
