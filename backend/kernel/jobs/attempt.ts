import { afterCommit, transaction } from '../database/database.js'
import { parseObject } from '../json/index.js'
import type { CommitOptions, RunningJob } from './contract.js'
import { announce } from './announce.js'
import type { Calls } from './calls.js'
import { LeaseLost } from './errors.js'
import { claimOf, isHeld, type JobRow } from './job_row.js'
import { vacate } from './limits.js'
import { hasTarget, laneOf, tenantOf } from './lane.js'
import { present, sql } from './sql.js'
import { msFromNow } from '../database/rows/present.js'

type Work<T> = () => Promise<T>

interface Ending {
  /** The statement that ends the job's row in this state. */
  statement: string
  bindings?: (string | number)[]
}

/** Releases the worker slot of a job that waits for an outside answer, and takes one again (`Roster`). */
interface Turns {
  leave(attempt: Attempt): void
  enter(attempt: Attempt): Promise<void>
}

/** One attempt of a claimed job: the handler's view of the job, and the fencing of its writes. */
export class Attempt implements RunningJob {
  readonly id: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  readonly losses: number
  readonly tenant: string
  readonly #abortion = new AbortController()
  /** The job's lane, as stored in its row. */
  #lane: string
  /** The lane for which a call slot is held. */
  #place: string | undefined
  #outside = 0
  #settled: 'done' | 'continues' | undefined

  constructor(
    readonly row: JobRow,
    private readonly leaseMs: number,
    private readonly roster: Turns,
    private readonly calls: Calls
  ) {
    this.id = row.id
    // Jobs without a readable payload never reach a handler.
    this.payload = parseObject(row.payload) ?? {}
    this.attempt = row.attempts + 1
    this.losses = row.losses
    this.tenant = tenantOf(row)
    this.#lane = row.lane
  }

  get signal(): AbortSignal {
    return this.#abortion.signal
  }

  /** Whether the handler has finished or rescheduled the job itself. */
  get settled(): boolean {
    return this.#settled !== undefined
  }

  /** How the handler itself ended the job, if it did. */
  get ended(): 'done' | 'continues' | undefined {
    return this.#settled
  }

  abort(reason: Error): void {
    this.#abortion.abort(reason)
  }

  /** Rejects with the reason as soon as the attempt is aborted. */
  aborted(): Promise<never> {
    return new Promise((_, reject) => {
      const stop = () => reject(this.signal.reason as Error)
      if (this.signal.aborted) stop()
      else this.signal.addEventListener('abort', stop, { once: true })
    })
  }

  /** Takes the call slot the job was queued for; false when there is none. */
  takePlace(): boolean {
    return !hasTarget(this.#lane) || this.#take(this.#lane)
  }

  reserve(target: string | null): boolean {
    const lane = laneOf(this.row.tenant_id, target)
    if (lane === this.#place) return true
    this.leavePlace()
    return target === null || this.#take(lane)
  }

  leavePlace(): void {
    const place = this.#place
    this.#place = undefined
    if (place) this.calls.release(this.tenant, place)
  }

  async outside<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#place)
      throw new Error(`Job ${this.id} must reserve a target before it calls outside.`)
    // Several calls of one step at a time count as one wait.
    if (this.#outside++ === 0) this.roster.leave(this)
    try {
      return await work()
    } finally {
      if (--this.#outside === 0) await this.roster.enter(this)
    }
  }

  async commit<T>(work: Work<T>, options: CommitOptions = {}): Promise<T> {
    const lane = this.#place ?? this.tenant
    const moved = lane === this.#lane ? '' : ', lane = ?'
    const result = await this.#fenced(
      {
        statement: `update jobs set lease_until = ${present(this.leaseMs)}${forget(options)}${moved}`,
        bindings: moved ? [lane] : [],
      },
      work
    )
    this.#lane = lane
    return result
  }

  async finish(work: Work<void> = async () => {}): Promise<void> {
    await this.#fenced({ statement: 'delete from jobs' }, async () => {
      afterCommit(() => vacate(this.row))
      await work()
    })
    this.#settled = 'done'
  }

  async resumeAt(runAt: Date, work: Work<void> = async () => {}): Promise<void> {
    const dueInMs = Math.max(0, msFromNow(runAt))
    await this.#fenced(
      {
        statement: `update jobs set state = 'scheduled', run_at = ${present(dueInMs)},
          scheduled_at = ${present()}, worker = null,
          lease_until = null, attempts = 0`,
      },
      async () => {
        await work()
        afterCommit(() => vacate(this.row))
        afterCommit(() => announce({ kind: 'work', dueInMs }))
      }
    )
    this.#settled = 'continues'
  }

  async lineUp(
    target: string,
    work: Work<void> = async () => {},
    options: CommitOptions = {}
  ): Promise<void> {
    await this.#fenced(
      {
        statement: `update jobs set state = 'waiting', lane = ?, worker = null,
          lease_until = null${forget(options)}`,
        bindings: [laneOf(this.row.tenant_id, target)],
      },
      async () => {
        await work()
        afterCommit(() => announce({ kind: 'work' }))
      }
    )
    this.#settled = 'continues'
  }

  #take(lane: string): boolean {
    if (!this.calls.take(this.tenant, lane)) return false
    this.#place = lane
    return true
  }

  /**
   * The first statement of the transaction updates the job's row only if this worker still holds it, and locks
   * it: no other worker can take the job over before the commit.
   */
  async #fenced<T>({ statement, bindings = [] }: Ending, work: Work<T>): Promise<T> {
    if (this.signal.reason instanceof LeaseLost) throw this.signal.reason
    if (this.#settled) throw new Error(`Job ${this.id} has already been finished or rescheduled.`)
    return await transaction(async () => {
      const held = await sql(`${statement} where ${isHeld} returning id`, [
        ...bindings,
        ...claimOf(this.row),
      ])
      if (held.length === 0) {
        const lost = new LeaseLost(`Job ${this.id} (${this.row.name}) is no longer held here.`)
        this.abort(lost)
        throw lost
      }
      return work()
    })
  }
}

function forget({ progress }: CommitOptions): string {
  return progress ? ', losses = 0' : ''
}
