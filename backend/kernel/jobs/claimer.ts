import type { Logger } from '@adonisjs/core/logger'
import { clock, type ClockTimer } from '../ground/clock.js'
import { warn } from '../database/connections/outage.js'
import { asOperator } from '../tenancy/switch.js'
import { promoteDue, untilNextDue } from './claim.js'
import { FairClaim, type Claimant } from './fair_claim.js'
import { Gate } from './gate.js'
import type { JobRow } from './job_row.js'
import { isLimited, placeOf } from './limits.js'
import { putBack } from './settle.js'
import type { Place } from './wake.js'

/** Waits briefly for more jobs to end before claiming the next ones of a backlog together. */
const gatherMs = 2
/** Retry delay for assigning places while another process does it. */
const gateBusyMs = 20
/** Longest delay of a Node timer. */
const maxTimerMs = 2 ** 31 - 1

/** A worker that begins claimed jobs. */
interface Beginner extends Claimant {
  /** False when the job has to wait for a free call slot first. */
  begin(row: JobRow): boolean
}

/** Claims as many jobs as a worker has room for. */
export class Claimer {
  readonly #gate = new Gate()
  readonly #fair: FairClaim
  #stopping = false
  #pumping: Promise<void> | undefined
  #calledAgain = false
  #backlog = false
  /** When the next scheduled job may be due, by a monotonic clock. */
  #due = 0
  #dueTimer: ClockTimer | undefined
  #gathering: NodeJS.Timeout | undefined

  constructor(
    private readonly of: Beginner,
    private readonly logger: Logger
  ) {
    this.#fair = new FairClaim(of)
  }

  /** Claims no more; resolves when no claim is running. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#dueTimer?.stop()
    clearTimeout(this.#gathering)
    await this.#pumping
  }

  /** No claim is running, and no waiting jobs are known. */
  get isFree(): boolean {
    return !this.#stopping && !this.#pumping && !this.#backlog
  }

  /** Whether another job of the tenant leaves room for others. */
  isOpenTo(tenant: string): boolean {
    return this.#fair.isOpenTo(tenant)
  }

  /** Reports jobs: waiting ones (undefined), or ones due in this many milliseconds. */
  notify(dueInMs: number | undefined): void {
    if (dueInMs !== undefined && dueInMs > 0) return this.#expect(dueInMs)
    if (dueInMs !== undefined) this.#due = 0
    this.#pump()
  }

  /** Reports that a place of a limit may be free. */
  vacated(place: Place): void {
    this.#gate.add(place)
    this.#pump()
  }

  /** In operator scope: looks for work without a signal. */
  async look(): Promise<void> {
    await this.#gate.look()
  }

  /** In operator scope: admits jobs that wait for free places. */
  async openGate(): Promise<void> {
    await this.#gate.open()
  }

  /** Continues after room was made for another job or call. */
  goOn(): void {
    if (!this.#backlog || this.#stopping) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      if (this.#pumping) this.goOn()
      else if (this.#backlog) this.#pump()
    }, gatherMs)
  }

  /** Claims and starts jobs until there are none or no room is left. Never runs concurrently. */
  #pump(): void {
    if (this.#pumping) {
      this.#calledAgain = true
      return
    }
    if (this.#stopping) return
    this.#pumping = asOperator('claim jobs of all tenants', () => this.#claimAll())
      .catch((error: unknown) => warn(this.logger, error, 'worker cannot claim jobs'))
      .finally(() => {
        this.#pumping = undefined
        if (this.#calledAgain) this.#pump()
      })
  }

  async #claimAll(): Promise<void> {
    this.#calledAgain = false
    if (this.#due <= clock.ticks()) await this.#promote()
    for (;;) {
      if (!(await this.#gate.open())) this.#expect(gateBusyMs)
      const room = Math.max(0, this.of.running.room)
      // Assume a backlog until the claim is done, so that room made during it is not missed.
      this.#backlog = true
      if (room === 0 || this.#stopping) return
      const { rows, more } = await this.#fair.next(room)
      this.#backlog = more
      const refused = rows.filter((row) => !this.of.begin(row))
      if (refused.length > 0) await putBack(refused)
      else if (rows.length === 0 || (rows.length === 1 && !more)) return
    }
  }

  async #promote(): Promise<void> {
    // Reset before the queries: a signal during them may come too late for them.
    this.#due = Infinity
    const due = await promoteDue()
    for (const job of due) if (isLimited(job)) this.#gate.add({ ...placeOf(job), lastTenant: null })
    if (due.length === 0) return this.#expect(await untilNextDue())
    // Between batches of due jobs, waiting jobs get their turn.
    this.#due = 0
    this.#calledAgain = true
  }

  /** Checks again when the next scheduled job is due. */
  #expect(inMs: number): void {
    // The database's clock decides: this process's timers may be slightly ahead.
    const wait = Math.min(Math.max(inMs, 5), maxTimerMs)
    const at = clock.ticks() + wait
    if (at >= this.#due || this.#stopping || inMs === Infinity) return
    this.#due = at
    this.#dueTimer?.stop()
    this.#dueTimer = clock.after(wait, () => {
      this.#due = 0
      this.#pump()
    })
  }
}
