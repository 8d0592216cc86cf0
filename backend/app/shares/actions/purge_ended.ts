import { now, unscoped } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'

/** Rows deleted with one commit. */
const page = 500

/** Deletes links 90 days after they ended. Runs in operator scope. */
export async function purgeEnded(job: RunningJob): Promise<void> {
  while ((await job.commit(deleteSome)) > 0) job.signal.throwIfAborted()
}

async function deleteSome(): Promise<number> {
  const rows: { id: string }[] = await unscoped()
    .from('shares')
    .where('kept_until', '<', now())
    .orderBy('kept_until')
    .orderBy('id')
    .select('id')
    .limit(page)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await unscoped().from('shares').whereIn('id', ids).delete()
  return ids.length
}
