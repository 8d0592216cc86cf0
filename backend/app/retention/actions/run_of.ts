import { now } from '@crossdock/kernel/database'
import { insertMissing } from '@crossdock/kernel/tenancy'
import { RetentionRun } from '../models/retention_run.js'

/**
 * Returns the run of a kind of record, locked until the transaction ends. Starts a new run when the stored one
 * belongs to another job.
 */
export async function runOf(kind: string, jobId: string): Promise<RetentionRun> {
  const find = () => RetentionRun.query().where('kind', kind).forUpdate().first()
  let run = await find()
  if (!run) {
    await insertMissing(RetentionRun.table, [{ kind, job_id: jobId, started_at: now() }])
    run = (await find())!
  }
  if (run.jobId === jobId) return run
  return run.merge({ jobId, startedAt: now(), endedAt: null, deleted: 0, failed: false })
}
