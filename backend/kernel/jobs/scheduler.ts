import type { Logger } from '@adonisjs/core/logger'
import { warn } from '../database/outage.js'
import { clock, type ClockTimer } from '../ground/clock.js'
import { service } from '../ground/service.js'
import { asOperator } from '../tenancy/switch.js'
import type { Schedule } from './reference.js'
import {
  declareSchedules,
  mendFarSchedules,
  restoreSchedules,
  startDue,
  untilNextSchedule,
} from './schedules.js'

/** The table is looked at this often although nothing is due: clocks are set, machines sleep. */
const longestWaitMs = 60_000
/** After a failure, of the database most likely. */
const troubleMs = 5_000
/** Another process may be starting what is due: that takes a moment. */
const shortestWaitMs = 250

/** Starts the jobs of schedules when they are due; every worker process has one. */
export class Scheduler {
  #timer: ClockTimer | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  constructor(
    private readonly schedules: readonly Schedule[],
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    await asOperator('declare the schedules', () => declareSchedules(this.schedules))
    this.#look()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.stop()
    await this.#looking
  }

  #look(): void {
    this.#looking = asOperator('start what is due', () => this.#startDue())
      .catch((error: unknown) => {
        warn(this.logger, error, 'scheduler cannot start what is due')
        return troubleMs
      })
      .then((wait) => {
        if (!this.#stopped) this.#timer = clock.after(wait, () => this.#look())
      })
  }

  async #startDue(): Promise<number> {
    await restoreSchedules(this.schedules)
    await mendFarSchedules()
    await startDue(this.schedules, this.logger)
    return Math.min(Math.max(await untilNextSchedule(), shortestWaitMs), longestWaitMs)
  }
}

/** The scheduler of this process; none where no jobs are worked on. */
export const scheduler = service<Scheduler>('kernel.scheduler')
