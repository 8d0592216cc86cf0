import { afterCommit, ask } from '../database/database.js'
import { markedOf, type NewRow } from '../database/rows/kept_rows.js'
import { now } from '../database/rows/clock.js'
import { perApplication } from '../ground/application.js'
import { peekContext } from '../ground/context.js'
import type { JobRow } from './job_row.js'
import { present } from './sql.js'

/** The part of a job known before it is added. */
export type Offered = Pick<JobRow, 'name' | 'tenant_id' | 'lane'>

/** A worker of this process, as seen by code that adds a job. */
export interface Taker {
  worker: number
  leaseMs: number
  /** Whether it would begin this job immediately. */
  isFree(job: Offered): boolean
  /** Begins a job it has taken, or returns it when it cannot any more. */
  begin(row: JobRow): void
}

const takers = perApplication(() => new Set<Taker>())

/** Offers jobs to the worker as they are added, until the returned function is called. */
export function offerTo(taker: Taker): () => void {
  takers().add(taker)
  return () => void takers().delete(taker)
}

/** Transactions that have added a job. */
const adding = new WeakSet<object>()

/**
 * The worker that begins an added job. Only the first job of a transaction may skip the queue; the others wait,
 * so that all get their share and none overtakes an earlier one.
 */
export function takerOf(job: Offered): Taker | undefined {
  const { trx } = peekContext() ?? {}
  if (trx && adding.has(trx)) return undefined
  if (trx) adding.add(trx)
  return [...takers()].find((one) => one.isFree(job))
}

/** Columns of a claimed job. */
const claimed = { state: 'running', token: 1 }

/**
 * Adds a job that its worker has already claimed: no claim is needed, and it begins with the commit. A worker
 * that dies before, or misses the commit, loses its lease as usual.
 */
export async function insertTaken<Row extends Offered & NewRow>(
  row: Row,
  taker: Taker
): Promise<void> {
  const values = { ...row, ...claimed, worker: taker.worker }
  const columns = Object.keys(values)
  const { marks, bound } = markedOf(values, columns)
  await ask(
    `insert into jobs (${columns.join(', ')}, lease_until)
     values (${marks}, ${present(taker.leaseMs)})`,
    bound
  )
  const taken = { ...values, run_at: now(), attempts: 0, losses: 0 } as unknown as JobRow
  afterCommit(() => taker.begin(taken))
}
