import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import { clock, type ClockTimer } from '../ground/clock.js'
import { warn } from '../database/connections/outage.js'
import { settings } from '../settings/index.js'
import { asOperator } from '../tenancy/switch.js'
import { announce } from './announce.js'
import { Attempt } from './attempt.js'
import { Calls } from './calls.js'
import { fixFarJobs, reactivateKnown } from './claim.js'
import { Claimer } from './claimer.js'
import { ClosedTenants } from './closed_tenants.js'
import type { JobDefinition } from './contract.js'
import { LeaseLost, ShuttingDown, TenantClosed } from './errors.js'
import { isReadable, type JobRow } from './job_row.js'
import { hasTarget, tenantOf } from './lane.js'
import { extendLeases, reclaimJobs, releaseJobs } from './leases.js'
import type { Session } from '../database/connections/session.js'
import { presence } from './presence.js'
import { pauseJob } from './resting.js'
import { Roster } from './roster.js'
import { runAttempt } from './run_attempt.js'
import { complete, putBack, keepUnknown, unreadable } from './settle.js'
import { offerTo, type Offered } from './job_offers.js'
import { onSignal, type Signal } from './wake.js'
import { defaultLimits, type WorkerLimits } from './worker_limits.js'

/** Runs the jobs of the job table in this process. */
export class Workers {
  readonly #worker = randomInt(1, 2 ** 31 - 1)
  readonly #definitions: Map<string, JobDefinition>
  readonly #limits: WorkerLimits
  readonly #running: Roster
  readonly #calls: Calls
  readonly #claimer: Claimer
  readonly #closed: ClosedTenants
  readonly #presence: Session | undefined
  #doubted = false
  #lookingAtLeases = false
  #returned: Attempt[] = []
  #timers = new Set<ClockTimer>()
  #unsubscribe: (() => void) | undefined
  #stopOffers: (() => void) | undefined
  /** Run jobs outside the enqueuing request's async context. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(
    definitions: JobDefinition[],
    private readonly logger: Logger,
    limits: Partial<WorkerLimits> = {}
  ) {
    this.#definitions = new Map(definitions.map((definition) => [definition.name, definition]))
    this.#limits = { ...defaultLimits, ...limits }
    const { concurrency, calls, callsPerTarget } = this.#limits
    this.#running = new Roster(concurrency, () => this.#claimer.goOn())
    this.#calls = new Calls(calls, callsPerTarget, () => this.#claimer.goOn())
    this.#claimer = new Claimer(
      {
        worker: this.#worker,
        limits: this.#limits,
        running: this.#running,
        calls: this.#calls,
        begin: (row) => this.#begin(row),
      },
      logger
    )
    this.#closed = new ClosedTenants(logger, {
      closed: (tenantId) => this.#stopWorkOf(tenantId),
      opened: () => this.#claimer.notify(0),
    })
    const url = settings.use().DATABASE_URL
    if (url) this.#presence = presence(url, this.#worker, logger)
  }

  async start(): Promise<void> {
    await this.#presence?.start()
    this.#unsubscribe = onSignal((event) => this.#receive(event))
    this.#closed.start()
    await this.#look(true)
    this.#stopOffers = offerTo({
      worker: this.#worker,
      leaseMs: this.#limits.leaseMs,
      isFree: (job) => this.#isFreeFor(job),
      begin: (row) => this.#outside(() => this.#beginTaken(row)),
    })
    this.#every(this.#limits.lookMs, () => this.#look(false))
    this.#every(this.#limits.leaseMs / 3, () => this.#keepLeases())
  }

  /** Stops claiming, waits for running jobs up to the drain limit, and returns the rest. */
  async stop(): Promise<void> {
    this.#stopOffers?.()
    this.#stopOffers = undefined
    for (const timer of this.#timers) timer.stop()
    this.#closed.stop()
    await this.#claimer.stop()
    const leases = clock.every(this.#limits.leaseMs / 3, () => void this.#keepLeases())
    await within(this.#limits.drainMs, this.#running.empty())
    leases.stop()
    for (const attempt of this.#running.all()) attempt.abort(new ShuttingDown('The process ends.'))
    await within(1_000, this.#running.empty())
    this.#unsubscribe?.()
    try {
      await asOperator('give unfinished jobs back', async () => {
        await releaseJobs(this.#worker)
        await this.#claimer.openGate()
      })
    } finally {
      await this.#presence?.stop()
    }
  }

  #ids(): string[] {
    return this.#running.all().map(({ id }) => id)
  }

  #every(ms: number, task: () => Promise<void>): void {
    let busy = false
    const timer = clock.every(ms, () => {
      if (busy) return
      busy = true
      void task().finally(() => (busy = false))
    })
    this.#timers.add(timer)
  }

  #receive(event: Signal): void {
    if (event.kind === 'cancelled') {
      this.#running.find(event.id)?.abort(new LeaseLost(`Job ${event.id} was cancelled.`))
    } else if (event.kind === 'doubtful') {
      if (this.#running.find(event.id)) void this.#lookAtLeases()
    } else if (event.kind === 'vacated') {
      this.#claimer.vacated(event.place)
    } else {
      this.#claimer.notify(event.dueInMs)
    }
  }

  /** Checks for everything without a signal: lost leases, jobs scheduled by other processes, missed wake-ups. */
  async #look(starting: boolean): Promise<void> {
    try {
      await asOperator('look for lost and unknown jobs', async () => {
        await this.#closed.look()
        await reclaimJobs(this.#ids(), starting)
        await fixFarJobs()
        await reactivateKnown([...this.#definitions.keys()], starting)
        await this.#claimer.look()
      })
      this.#claimer.notify(0)
    } catch (error) {
      warn(this.logger, error, 'worker cannot look for jobs')
    }
  }

  #stopWorkOf(tenantId: string): void {
    const own = this.#running.all().filter(({ row }) => row.tenant_id === tenantId)
    for (const attempt of own) {
      attempt.abort(new TenantClosed(`Job ${attempt.id} is paused: its tenant is closed.`))
    }
  }

  /** Checks the rows of running jobs, one check at a time however often it is called. */
  async #lookAtLeases(): Promise<void> {
    this.#doubted = true
    if (this.#lookingAtLeases) return
    this.#lookingAtLeases = true
    while (this.#doubted) {
      this.#doubted = false
      await this.#keepLeases()
    }
    this.#lookingAtLeases = false
  }

  async #keepLeases(): Promise<void> {
    const before = this.#running.all()
    if (before.length === 0) return
    try {
      const kept = await asOperator('prolong leases', () =>
        extendLeases(this.#worker, this.#ids(), this.#limits.leaseMs)
      )
      const tokens = new Map(kept.map(({ id, token }) => [id, token]))
      for (const attempt of before) {
        const { id, row, settled } = attempt
        if (settled || tokens.get(id) === row.token || this.#returned.includes(attempt)) continue
        if (this.#running.find(id) !== attempt) continue
        attempt.abort(new LeaseLost(`Job ${id} was taken over by another worker.`))
      }
    } catch (error) {
      warn(this.logger, error, 'worker cannot prolong its leases')
    }
  }

  /** False when the job has to wait for a free call slot first. */
  #begin(row: JobRow): boolean {
    const attempt = new Attempt(row, this.#limits.leaseMs, this.#running, this.#calls)
    if (!attempt.takePlace()) return false
    this.#running.find(row.id)?.abort(new LeaseLost(`Job ${row.id} was claimed again.`))
    this.#running.add(attempt)
    void this.#work(attempt)
    return true
  }

  /** Whether a job that is about to be added may begin immediately. */
  #isFreeFor({ name, tenant_id, lane }: Offered): boolean {
    const tenant = tenantOf({ tenant_id })
    return (
      this.#definitions.has(name) &&
      !this.#closed.has(tenant_id) &&
      this.#claimer.isFree &&
      this.#claimer.isOpenTo(tenant) &&
      (!hasTarget(lane) || this.#calls.isFree(tenant, lane))
    )
  }

  /** The room may have been used between the offer and the commit. */
  #beginTaken(row: JobRow): void {
    const isOpen = this.#stopOffers && this.#claimer.isOpenTo(tenantOf(row))
    if (isOpen && this.#begin(row)) return
    asOperator('put a job back', () => putBack([row]))
      .then(() => announce({ kind: 'work' }))
      .catch((error: unknown) => warn(this.logger, error, 'worker cannot put a job back'))
  }

  async #work(attempt: Attempt): Promise<void> {
    const definition = this.#definitions.get(attempt.row.name)
    try {
      if (this.#closed.has(attempt.row.tenant_id)) {
        await asOperator('pause the job of a closed tenant', () => pauseJob(attempt.row))
      } else if (!definition) {
        await this.#keepUnknown(
          attempt.row,
          `No installed plugin runs jobs named "${attempt.row.name}".`
        )
      } else if (!isReadable(attempt.row)) {
        await this.#keepUnknown(attempt.row, unreadable)
      } else if (await runAttempt(attempt, definition, this.logger)) {
        this.#returned.push(attempt)
        if (this.#returned.length === 1) setImmediate(() => void this.#completeReturned())
        return
      }
    } catch (error) {
      // The database is unreachable; the lease expires and the job is tried again.
      warn(this.logger, error, 'worker cannot record how a job ended', { jobId: attempt.id })
    }
    this.#end(attempt)
  }

  async #keepUnknown(row: JobRow, why: string): Promise<void> {
    this.logger.warn(
      { job: row.name, jobId: row.id, why },
      'job cannot be handled and is kept as unknown'
    )
    await asOperator('keep an unknown job', () => keepUnknown(row, why))
  }

  /** Marks all jobs that have returned since the last time as done. */
  async #completeReturned(): Promise<void> {
    const batch = this.#returned
    this.#returned = []
    const done = batch.map(({ row }) => row)
    try {
      await asOperator('mark jobs as done', () => complete(done))
    } catch (error) {
      warn(this.logger, error, 'worker cannot mark jobs as done')
    }
    for (const attempt of batch) this.#end(attempt)
  }

  #end(attempt: Attempt): void {
    attempt.leavePlace()
    this.#running.remove(attempt)
  }
}

/** Waits for `work`, but no longer than `ms`. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: limit, resolve } = Promise.withResolvers<void>()
  const timer = clock.after(ms, resolve)
  await Promise.race([work, limit])
  timer.stop()
}
