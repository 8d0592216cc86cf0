import { afterCommit, ask } from '../database/database.js'
import { markedOf, type NewRow } from '../database/kept_rows.js'
import { now } from '../database/clock.js'
import { perApplication } from '../ground/application.js'
import { peekContext } from '../ground/context.js'
import type { JobRow } from './job_row.js'
import { present } from './sql.js'

/** What is known of a job before it is added. */
export type Offered = Pick<JobRow, 'name' | 'tenant_id' | 'lane'>

/** A worker of this process, as who adds a job sees it. */
export interface Taker {
  worker: number
  leaseMs: number
  /** Whether it would begin this job at once. */
  isFree(job: Offered): boolean
  /** Begins a job it has taken, or puts it back when it cannot any more. */
  begin(row: JobRow): void
}

const takers = perApplication(() => new Set<Taker>())

/** From now on the worker may be given jobs as they are added, until the returned function is called. */
export function offerTo(taker: Taker): () => void {
  takers().add(taker)
  return () => void takers().delete(taker)
}

/** Transactions that have added a job. */
const adding = new WeakSet<object>()

/**
 * Who begins the job when it is added. The first of a transaction or none: the others line up, so that all get their
 * share, and none of them passes by one that was added before.
 */
export function takerOf(job: Offered): Taker | undefined {
  const { trx } = peekContext() ?? {}
  if (trx && adding.has(trx)) return undefined
  if (trx) adding.add(trx)
  return [...takers()].find((one) => one.isFree(job))
}

/** What a claim makes of a job that waits. */
const claimed = { state: 'running', token: 1 }

/**
 * Adds a job that its worker has claimed already: nobody looks for it, and it begins with the commit. A worker that dies
 * before that, or never hears of the commit, loses its lease like any other.
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
