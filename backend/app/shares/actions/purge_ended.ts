import { now, unscoped } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { begunSince } from './begun_downloads.js'

/** Rows deleted with one commit. */
const page = 500

/**
 * Deletes links 90 days after their end, and the rows of downloads that can no longer continue. Runs in
 * operator scope.
 */
export async function purgeEnded(job: RunningJob): Promise<void> {
  const deleteEndedLinks = () => deleteSome('shares', 'kept_until', now())
  const deleteOldDownloads = () => deleteSome('share_downloads', 'created_at', begunSince())
  for (const some of [deleteEndedLinks, deleteOldDownloads]) {
    while ((await job.commit(some)) > 0) job.signal.throwIfAborted()
  }
}

async function deleteSome(table: string, column: string, before: string): Promise<number> {
  const rows: { id: string }[] = await unscoped()
    .from(table)
    .where(column, '<', before)
    .orderBy(column)
    .orderBy('id')
    .select('id')
    .limit(page)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await unscoped().from(table).whereIn('id', ids).delete()
  return ids.length
}
