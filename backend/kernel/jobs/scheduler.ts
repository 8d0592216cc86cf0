import type { Logger } from '@adonisjs/core/logger'
import { warn } from '../database/connections/outage.js'
import { clock, type ClockTimer } from '../ground/clock.js'
import { service } from '../ground/service.js'
import { asOperator } from '../tenancy/switch.js'
import type { Schedule } from './reference.js'
import {
  declareSchedules,
  fixFarSchedules,
  restoreSchedules,
  startDue,
  untilNextSchedule,
} from './schedules.js'

/** Longest wait between checks although nothing is due: clocks are set, machines sleep. */
const longestWaitMs = 60_000
/** Wait after a failure, most likely of the database. */
const troubleMs = 5_000
/** Shortest wait: another process may be starting the due jobs. */
const shortestWaitMs = 250

/** Starts jobs of schedules when they are due; every worker process has one. */
export class Scheduler {
  #timer: ClockTimer | undefined
  #checking: Promise<void> | undefined
  #stopped = false

  constructor(
    private readonly schedules: readonly Schedule[],
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    await asOperator('declare the schedules', () => declareSchedules(this.schedules))
    this.#check()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.stop()
    await this.#checking
  }

  #check(): void {
    this.#checking = asOperator('start what is due', () => this.#startDue())
      .catch((error: unknown) => {
        warn(this.logger, error, 'scheduler cannot start what is due')
        return troubleMs
      })
      .then((wait) => {
        if (!this.#stopped) this.#timer = clock.after(wait, () => this.#check())
      })
  }

  async #startDue(): Promise<number> {
    await restoreSchedules(this.schedules)
    await fixFarSchedules()
    await startDue(this.schedules, this.logger)
    return Math.min(Math.max(await untilNextSchedule(), shortestWaitMs), longestWaitMs)
  }
}

/** The scheduler of this process; not provided in a process without workers. */
export const scheduler = service<Scheduler>('kernel.scheduler')
