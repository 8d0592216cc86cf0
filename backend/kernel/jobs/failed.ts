import { countUpTo } from '../database/count_up_to.js'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { afterCommit, unscoped } from '../database/database.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { announce } from './announce.js'
import { present, sql } from './sql.js'

/** Failed jobs of no tenant are kept for this long; a tenant says it of its own. */
const keptMs = 30 * 24 * 60 * 60_000
const purgedAtOnce = 500

/** A job as whoever looks after it may see it: without what it carries. */
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

/** The jobs of the current tenant, or in operator scope all, failed or not. */
function summaries(): DatabaseQueryBuilderContract<JobSummary> {
  return tenantTable<JobSummary>('jobs').select(
    ...['id', 'tenant_id', 'name', 'state', 'attempts', 'last_error', 'failed_at', 'created_at']
  )
}

/** Jobs nobody could finish (`failed`) or nobody here knows (`unknown`). */
export function failedJobs(): DatabaseQueryBuilderContract<JobSummary> {
  // What the indexes hold.
  return summaries().whereNotNull('failed_at')
}

export function findJob(id: string): Promise<JobSummary | null> {
  return summaries().where('id', id).first()
}

/**
 * Puts a failed job back in the current transaction, to be tried as if it were new, as the one who
 * added it. False when it has not failed (any more).
 * @throws the error of a unique index when another job has its unique key by now
 */
export async function retryJob(id: string): Promise<boolean> {
  const changed = await tenantTable('jobs')
    .where({ id, state: 'failed' })
    .update({
      // Limited or not: the next one who looks lets it line up.
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

/** Deletes jobs of no tenant that failed long ago, in operator scope. */
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
 * Deletes the oldest jobs of the current tenant that failed before a time, at most so many, in the current transaction.
 * @returns how many are gone
 */
export async function pruneFailedJobs(before: string, most: number): Promise<number> {
  const rows = await failedBefore(before)
    .orderBy('failed_at')
    .orderBy('id')
    .limit(most)
    .select('id')
  const ids = rows.map(({ id }) => id)
  // Somebody may let one be tried again at this moment.
  return Number(await failedBefore(before).whereIn('id', ids).delete())
}

/** How many jobs of the current tenant failed before a time, counted up to `most`. */
export const countOldFailedJobs = (before: string, most: number): Promise<number> =>
  countUpTo(failedBefore(before), most)
