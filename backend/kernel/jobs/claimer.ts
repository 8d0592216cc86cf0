import type { Logger } from '@adonisjs/core/logger'
import { clock, type ClockTimer } from '../ground/clock.js'
import { warn } from '../database/outage.js'
import { asOperator } from '../tenancy/switch.js'
import { promoteDue, untilNextDue } from './claim.js'
import { FairClaim, type Claimant } from './fair_claim.js'
import { Gate } from './gate.js'
import type { JobRow } from './job_row.js'
import { isLimited, placeOf } from './limits.js'
import { putBack } from './settle.js'
import type { Place } from './wake.js'

/** Waits a moment for more jobs to end before claiming the next ones of a backlog together. */
const gatherMs = 2
/** How soon places are given away that could not be because another process was at it. */
const gateBusyMs = 20
/** Longest delay of a Node timer. */
const maxTimerMs = 2 ** 31 - 1

/** A worker that begins what is claimed. */
interface Beginner extends Claimant {
  /** False when the job would only wait for a call that cannot be made yet. */
  begin(row: JobRow): boolean
}

/** Finds a worker as many jobs as it has room for, when there may be some. */
export class Claimer {
  readonly #gate = new Gate()
  readonly #fair: FairClaim
  #stopping = false
  #pumping: Promise<void> | undefined
  #calledMeanwhile = false
  #backlog = false
  /** When the next scheduled job may be due, by a clock that does not jump. */
  #due = 0
  #dueTimer: ClockTimer | undefined
  #gathering: NodeJS.Timeout | undefined

  constructor(
    private readonly of: Beginner,
    private readonly logger: Logger
  ) {
    this.#fair = new FairClaim(of)
  }

  /** Claims no more; resolves when nothing is being claimed. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#dueTimer?.stop()
    clearTimeout(this.#gathering)
    await this.#pumping
  }

  /** Nothing is being claimed, and nothing is known to wait. */
  get isFree(): boolean {
    return !this.#stopping && !this.#pumping && !this.#backlog
  }

  /** Whether one more job of the tenant leaves the others their room. */
  isOpenTo(tenant: string): boolean {
    return this.#fair.isOpenTo(tenant)
  }

  /** There are jobs: some that wait (undefined), or some that are due in so many milliseconds. */
  call(dueInMs: number | undefined): void {
    if (dueInMs !== undefined && dueInMs > 0) return this.#expect(dueInMs)
    if (dueInMs !== undefined) this.#due = 0
    this.#pump()
  }

  /** A place of a limit may be free. */
  vacated(place: Place): void {
    this.#gate.add(place)
    this.#pump()
  }

  /** In operator scope: looks for what nobody told of. */
  async look(): Promise<void> {
    await this.#gate.look()
  }

  /** In operator scope: lets those in who wait for places that are free. */
  async openGate(): Promise<void> {
    await this.#gate.open()
  }

  /** Room was made: for another job, or for a call. */
  goOn(): void {
    if (!this.#backlog || this.#stopping) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      if (this.#pumping) this.goOn()
      else if (this.#backlog) this.#pump()
    }, gatherMs)
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
    if (this.#due <= clock.ticks()) await this.#promote()
    for (;;) {
      if (!(await this.#gate.open())) this.#expect(gateBusyMs)
      const room = Math.max(0, this.of.running.room)
      // Until it is known better: room that is made while we look must not be missed.
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
    // Before the queries: what is announced while they run may be too late for them.
    this.#due = Infinity
    const due = await promoteDue()
    for (const job of due) if (isLimited(job)) this.#gate.add({ ...placeOf(job), lastTenant: null })
    if (due.length === 0) return this.#expect(await untilNextDue())
    // However many there are, what waits already has its turn between them.
    this.#due = 0
    this.#calledMeanwhile = true
  }

  /** Looks again when the next scheduled job is due. */
  #expect(inMs: number): void {
    // The database's clock decides: our timers may be a little ahead of it.
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
