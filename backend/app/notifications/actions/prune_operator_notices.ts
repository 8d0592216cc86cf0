import { clock } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { OperatorNotice } from '../models/operator_notice.js'

const keptMs = 90 * 24 * 60 * 60_000
const batchSize = 500

/** Deletes notices that are older than 90 days, except those of conditions that still hold. */
export async function pruneOperatorNotices(job: RunningJob<Record<string, never>>): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  for (let deleted = batchSize; deleted === batchSize;) {
    job.signal.throwIfAborted()
    await job.commit(
      async () => {
        const old = await OperatorNotice.query()
          .select('id')
          .where('createdAt', '<', before)
          .where((over) => over.whereNull('standing').orWhereNotNull('endedAt'))
          .orderBy('createdAt')
          .orderBy('id')
          .limit(batchSize)
        deleted = old.length
        const ids = old.map(({ id }) => id)
        if (deleted > 0) await OperatorNotice.query().whereIn('id', ids).delete()
      },
      { progress: true }
    )
  }
}
