import { randomInt } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import { warn } from '../database/outage.js'
import { settings } from '../settings/index.js'
import { asOperator } from '../tenancy/switch.js'
import { Attempt } from './attempt.js'
import { Calls, type FreeCalls } from './calls.js'
import { claim, nextDue, promoteDue, takeUpKnown } from './claim.js'
import type { JobDefinition } from './contract.js'
import { LeaseLost, ShuttingDown } from './errors.js'
import { Gate } from './gate.js'
import { isReadable, type JobRow } from './job_row.js'
import { behind, hasTarget, tenantOf } from './lane.js'
import { isLimited, placeOf } from './limits.js'
import { prolong, reclaim, release } from './leases.js'
import type { Session } from '../database/session.js'
import { presence } from './presence.js'
import { Roster } from './roster.js'
import { runAttempt } from './run_attempt.js'
import { complete, putBack, setAside, unreadable } from './settle.js'
import { onSignal, type Signal } from './wake.js'

export interface WorkerLimits {
  /** Jobs this process works on at a time; those that wait for an answer do not count. */
  concurrency: number
  /** Jobs that may wait for an answer at a time, and how many of them for one outside system. */
  calls: number
  callsPerTarget: number
  /** How long a process may be silent before others take its jobs over. */
  leaseMs: number
  /** The net under the wake-ups: how often to look without having been called. */
  lookMs: number
  /** How long running jobs may go on when the process ends. */
  drainMs: number
}

const defaults: WorkerLimits = {
  concurrency: 64,
  calls: 1_000,
  callsPerTarget: 16,
  leaseMs: 10_000,
  lookMs: 3_000,
  drainMs: 10_000,
}

/** Most of the room one tenant may take, so that there is always some for the others. */
const tenantShare = 0.75
/** Waits a moment for more jobs to end before claiming the next ones of a backlog together. */
const gatherMs = 2
/** How soon places are given away that could not be because another process was at it. */
const gateBusyMs = 20
/** Longest delay of a Node timer. */
const maxTimerMs = 2 ** 31 - 1

/** Works the job table of this process. */
export class Workers {
  readonly #worker = randomInt(1, 2 ** 31 - 1)
  readonly #definitions: Map<string, JobDefinition>
  readonly #limits: WorkerLimits
  readonly #running: Roster
  readonly #calls: Calls
  readonly #gate = new Gate()
  readonly #presence: Session | undefined
  #stopping = false
  #pumping: Promise<void> | undefined
  #calledMeanwhile = false
  #doubted = false
  #lookingAtLeases = false
  #backlog = false
  #afterLane = ''
  #due = 0
  #returned: Attempt[] = []
  #timers = new Set<NodeJS.Timeout>()
  #dueTimer: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined

  constructor(
    definitions: JobDefinition[],
    private readonly logger: Logger,
    limits: Partial<WorkerLimits> = {}
  ) {
    this.#definitions = new Map(definitions.map((definition) => [definition.name, definition]))
    this.#limits = { ...defaults, ...limits }
    const { concurrency, calls, callsPerTarget } = this.#limits
    this.#running = new Roster(concurrency, () => this.#goOn())
    this.#calls = new Calls(calls, callsPerTarget, () => this.#goOn())
    const url = settings.use().DATABASE_URL
    if (url) this.#presence = presence(url, this.#worker, logger)
  }

  async start(): Promise<void> {
    await this.#presence?.start()
    this.#unsubscribe = onSignal((told) => this.#heed(told))
    await this.#look(true)
    this.#every(this.#limits.lookMs, () => this.#look(false))
    this.#every(this.#limits.leaseMs / 3, () => this.#keepLeases())
  }

  /** Stops claiming, waits for what runs up to the drain limit, and gives the rest back. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#dueTimer)
    clearTimeout(this.#gathering)
    await this.#pumping
    const leases = setInterval(() => void this.#keepLeases(), this.#limits.leaseMs / 3)
    await within(this.#limits.drainMs, this.#running.empty())
    clearInterval(leases)
    for (const attempt of this.#running.all()) attempt.abort(new ShuttingDown('The process ends.'))
    await within(1_000, this.#running.empty())
    this.#unsubscribe?.()
    await asOperator('give unfinished jobs back', async () => {
      await release(this.#worker)
      await this.#gate.open()
    })
    await this.#presence?.stop()
  }

  #ids(): string[] {
    return this.#running.all().map(({ id }) => id)
  }

  #every(ms: number, task: () => Promise<void>): void {
    let busy = false
    const timer = setInterval(() => {
      if (busy) return
      busy = true
      void task().finally(() => (busy = false))
    }, ms)
    this.#timers.add(timer)
  }

  #heed(told: Signal): void {
    if (told.kind === 'cancelled') {
      this.#running.find(told.id)?.abort(new LeaseLost(`Job ${told.id} was cancelled.`))
    } else if (told.kind === 'doubtful') {
      if (this.#running.find(told.id)) void this.#lookAtLeases()
    } else if (told.kind === 'vacated') {
      this.#gate.add(told.place)
      this.#pump()
    } else if (told.at > Date.now()) {
      this.#expect(told.at)
    } else {
      if (told.at > 0) this.#due = 0
      this.#pump()
    }
  }

  /** Everything nobody calls for: lost leases, jobs other processes scheduled, missed wake-ups. */
  async #look(starting: boolean): Promise<void> {
    try {
      await asOperator('look for lost and set aside jobs', async () => {
        await reclaim(this.#ids(), starting)
        await takeUpKnown([...this.#definitions.keys()], starting)
        await this.#gate.look()
      })
      this.#due = 0
      this.#pump()
    } catch (error) {
      warn(this.logger, error, 'worker cannot look for jobs')
    }
  }

  /** Looks at our jobs' rows, once at a time however often it is called. */
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
        prolong(this.#worker, this.#ids(), this.#limits.leaseMs)
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

  /** Claims and starts jobs until there are none or no room is left. Never runs twice at once. */
  #pump(): void {
    if (this.#pumping) {
      this.#calledMeanwhile = true
      return
    }
    if (this.#stopping) return
    this.#pumping = asOperator('claim jobs of all tenants', () => this.#claimAll())
      .catch((error: unknown) => warn(this.logger, error, 'worker cannot claim jobs'))
      .finally(() => {
        this.#pumping = undefined
        if (this.#calledMeanwhile) this.#pump()
      })
  }

  async #claimAll(): Promise<void> {
    this.#calledMeanwhile = false
    if (this.#due <= Date.now()) await this.#promote()
    for (;;) {
      if (!(await this.#gate.open())) this.#expect(Date.now() + gateBusyMs)
      const room = Math.max(0, this.#running.room)
      // Until it is known better: room that is made while we look must not be missed.
      this.#backlog = true
      if (room === 0 || this.#stopping) return
      const claimed = await this.#claim(room)
      const refused = claimed.filter((row) => !this.#begin(row))
      if (refused.length > 0) await putBack(refused)
      else if (claimed.length === 0 || (claimed.length === 1 && !this.#backlog)) return
    }
  }

  async #claim(limit: number): Promise<JobRow[]> {
    const ceiling = Math.ceil(this.#limits.concurrency * tenantShare)
    const working = [...this.#running.byTenant()]
    const full = working.filter(([, count]) => count >= ceiling).map(([tenant]) => tenant)
    const counts = working.map(([, count]) => count).filter((count) => count < ceiling)
    const perTenant = ceiling - Math.max(0, ...counts)
    const calls = this.#calls.free()
    // Only the tenants behind the last one served are looked at: those before it may hold work too.
    const partial = this.#afterLane !== ''
    const rows = await claim({
      worker: this.#worker,
      leaseMs: this.#limits.leaseMs,
      limit,
      perTenant,
      afterLane: this.#afterLane,
      without: full,
      calls,
    })
    if (rows.length === 0 && this.#afterLane !== '') {
      this.#afterLane = ''
      return this.#claim(limit)
    }
    // More tenants than room: the next claim goes on behind the last one served.
    const served = [...new Set(rows.map(tenantOf))].sort()
    this.#afterLane = served.length >= limit ? behind(served.at(-1)!) : ''
    this.#backlog =
      partial ||
      full.length + calls.without.length > 0 ||
      isShort(calls, rows) ||
      rows.length >= Math.min(limit, perTenant)
    return rows
  }

  async #promote(): Promise<void> {
    // Before the queries: what is announced while they run may be too late for them.
    this.#due = Infinity
    const due = await promoteDue()
    for (const job of due) if (isLimited(job)) this.#gate.add({ ...placeOf(job), lastTenant: null })
    if (due.length === 0) return this.#expect(await nextDue())
    // However many there are, what waits already has its turn between them.
    this.#due = 0
    this.#calledMeanwhile = true
  }

  /** Looks again when the next scheduled job is due. */
  #expect(at: number): void {
    if (at >= this.#due || this.#stopping) return
    this.#due = at
    clearTimeout(this.#dueTimer)
    // The database's clock decides: timers and our clock may be a little ahead of it.
    const wait = Math.min(Math.max(at - Date.now(), 5), maxTimerMs)
    this.#dueTimer = setTimeout(() => {
      this.#due = 0
      this.#pump()
    }, wait)
  }

  /** False when the job would only wait for a call that cannot be made yet. */
  #begin(row: JobRow): boolean {
    const attempt = new Attempt(row, this.#limits.leaseMs, this.#running, this.#calls)
    if (!attempt.takePlace()) return false
    this.#running.find(row.id)?.abort(new LeaseLost(`Job ${row.id} was claimed anew.`))
    this.#running.add(attempt)
    void this.#work(attempt)
    return true
  }

  async #work(attempt: Attempt): Promise<void> {
    const definition = this.#definitions.get(attempt.row.name)
    try {
      if (!definition) {
        await this.#setAside(
          attempt.row,
          `No installed plugin works jobs named "${attempt.row.name}".`
        )
      } else if (!isReadable(attempt.row)) {
        await this.#setAside(attempt.row, unreadable)
      } else if (await runAttempt(attempt, definition, this.logger)) {
        this.#returned.push(attempt)
        if (this.#returned.length === 1) setImmediate(() => void this.#completeReturned())
        return
      }
    } catch (error) {
      // The database is out of reach; the lease runs out and the job is tried again.
      warn(this.logger, error, 'worker cannot record how a job ended', { jobId: attempt.id })
    }
    this.#end(attempt)
  }

  async #setAside(row: JobRow, why: string): Promise<void> {
    this.logger.warn({ job: row.name, jobId: row.id, why }, 'job set aside')
    await asOperator('set a job aside', () => setAside(row, why))
  }

  /** Marks everything that has returned since the last time as done, together. */
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

  /** Room was made: for another job, or for a call. */
  #goOn(): void {
    if (!this.#backlog || this.#stopping) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      if (this.#pumping) this.#goOn()
      else if (this.#backlog) this.#pump()
    }, gatherMs)
  }
}

/** Whether calls were the bound: there may be more to claim when one ends. */
function isShort({ none, perLane, left }: FreeCalls, rows: JobRow[]): boolean {
  if (none || left.some(([, calls]) => calls <= 0)) return true
  const known = new Map(left)
  const lanes = Map.groupBy(rows, ({ lane }) => lane)
  return [...lanes].some(
    ([lane, claimed]) => hasTarget(lane) && claimed.length >= (known.get(lane) ?? perLane)
  )
}

/** Waits for `work`, but no longer than `ms`. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, limit])
  clearTimeout(timer)
}
