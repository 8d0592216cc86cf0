import { countUpTo } from '../database/rows/count_up_to.js'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { afterCommit, unscoped } from '../database/database.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { announce } from './announce.js'
import { present, sql } from './sql.js'

/** Failed jobs without a tenant are kept this long; tenants have their own setting. */
const keptMs = 30 * 24 * 60 * 60_000
const purgedAtOnce = 500

/** A job as shown to its administrators: without its payload. */
export interface JobSummary {
  id: string
  tenant_id: string | null
  name: string
  state: 'held_key' | 'held_name' | 'waiting' | 'scheduled' | 'running' | 'failed' | 'unknown'
  attempts: number
  last_error: string | null
  failed_at: string | null
  created_at: string
}

/** Jobs of the current tenant, or in operator scope of all, failed or not. */
function summaries(): DatabaseQueryBuilderContract<JobSummary> {
  return tenantTable<JobSummary>('jobs').select(
    'id',
    'tenant_id',
    'name',
    'state',
    'attempts',
    'last_error',
    'failed_at',
    'created_at'
  )
}

/** Failed and unknown jobs. */
export function failedJobs(): DatabaseQueryBuilderContract<JobSummary> {
  // Matches the condition of the indexes.
  return summaries().whereNotNull('failed_at')
}

export function findJob(id: string): Promise<JobSummary | null> {
  return summaries().where('id', id).first()
}

/**
 * Reschedules a failed job in the current transaction, as new and as its original actor. False when it has not
 * failed (any more).
 * @throws the unique index error when another job now has its unique key
 */
export async function retryJob(id: string): Promise<boolean> {
  const changed = await tenantTable('jobs')
    .where({ id, state: 'failed' })
    .update({
      // Limited or not: promotion will queue it.
      state: 'scheduled',
      run_at: unscoped().raw(present()),
      scheduled_at: unscoped().raw(present()),
      attempts: 0,
      losses: 0,
      failed_at: null,
    })
  if (Number(changed) === 0) return false
  afterCommit(() => announce({ kind: 'work', dueInMs: 0 }))
  return true
}

/** Deletes a failed or unknown job in the current transaction; false when it is neither. */
export async function dropJob(id: string): Promise<boolean> {
  const changed = await tenantTable('jobs')
    .where('id', id)
    .whereIn('state', ['failed', 'unknown'])
    .delete()
  return Number(changed) > 0
}

/** Deletes old failed jobs without a tenant, in operator scope. */
export async function purgeFailedJobs(): Promise<void> {
  for (;;) {
    const gone = await sql(
      `delete from jobs where id in (
         select id from jobs where tenant_id is null and failed_at < ${present(-keptMs)} and state = 'failed'
         order by failed_at limit ${purgedAtOnce}
       ) and state = 'failed' returning id`
    )
    if (gone.length < purgedAtOnce) return
  }
}

const failedBefore = (before: string) =>
  tenantTable<JobSummary>('jobs').where('failed_at', '<', before).where('state', 'failed')

/**
 * Deletes the current tenant's oldest jobs that failed before a time, up to `most`, in the current transaction.
 * @returns the number of deleted jobs
 */
export async function pruneFailedJobs(before: string, most: number): Promise<number> {
  const rows = await failedBefore(before)
    .orderBy('failed_at')
    .orderBy('id')
    .limit(most)
    .select('id')
  const ids = rows.map(({ id }) => id)
  // One may be retried at this moment, so check again.
  return Number(await failedBefore(before).whereIn('id', ids).delete())
}

/** Number of the current tenant's jobs that failed before a time, up to `most`. */
export const countOldFailedJobs = (before: string, most: number): Promise<number> =>
  countUpTo(failedBefore(before), most)
