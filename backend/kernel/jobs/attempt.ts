import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { afterCommit, transaction } from '../database/database.js'
import type { RunningJob } from './contract.js'
import { announce } from './announce.js'
import { LeaseLost } from './errors.js'
import { parsed, type JobRow } from './job_row.js'
import { present, sql } from './sql.js'

type Work<T> = (trx: TransactionClientContract) => Promise<T>

/** One try of one claimed job: the handler's view of it, and the fence around what it writes. */
export class Attempt implements RunningJob {
  readonly id: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  readonly #abortion = new AbortController()
  #settled = false

  constructor(
    readonly row: JobRow,
    private readonly leaseMs: number
  ) {
    this.id = row.id
    this.payload = parsed(row.payload)
    this.attempt = row.attempts + 1
  }

  get signal(): AbortSignal {
    return this.#abortion.signal
  }

  /** Whether the handler has finished or put the job back itself. */
  get settled(): boolean {
    return this.#settled
  }

  abort(reason: Error): void {
    this.#abortion.abort(reason)
  }

  /** Rejects with the reason as soon as the try is aborted. */
  aborted(): Promise<never> {
    return new Promise((_, reject) => {
      const stop = () => reject(this.signal.reason as Error)
      if (this.signal.aborted) stop()
      else this.signal.addEventListener('abort', stop, { once: true })
    })
  }

  async commit<T>(work: Work<T>): Promise<T> {
    return await this.#fenced(
      `update jobs set lease_until = ${present(this.leaseMs)}, losses = 0`,
      work
    )
  }

  async finish(work: Work<void> = async () => {}): Promise<void> {
    await this.#fenced('delete from jobs', work)
    this.#settled = true
  }

  async resumeAt(runAt: Date, work: Work<void> = async () => {}): Promise<void> {
    await this.#fenced(
      `update jobs set state = 'scheduled', run_at = ?, worker = null, lease_until = null,
       attempts = 0, losses = 0`,
      async (trx) => {
        await work(trx)
        afterCommit(() => announce({ kind: 'work', at: runAt.getTime() }))
      },
      [runAt.toISOString()]
    )
    this.#settled = true
  }

  /**
   * The first statement of the transaction touches the job's row only if this worker still holds
   * it, and locks it: nobody can take the job over before the commit.
   */
  async #fenced<T>(statement: string, work: Work<T>, bindings: string[] = []): Promise<T> {
    if (this.signal.reason instanceof LeaseLost) throw this.signal.reason
    if (this.#settled) throw new Error(`Job ${this.id} is finished or put back already.`)
    return await transaction(async (trx) => {
      const held = await sql(
        `${statement} where id = ? and worker = ? and token = ? and state = 'running' returning id`,
        [...bindings, this.id, this.row.worker, this.row.token]
      )
      if (held.length === 0) {
        const lost = new LeaseLost(`Job ${this.id} (${this.row.name}) is no longer held here.`)
        this.abort(lost)
        throw lost
      }
      return await work(trx)
    })
  }
}
