import { now } from '@crossdock/kernel/database'
import { insertMissing } from '@crossdock/kernel/tenancy'
import { RetentionRun } from '../models/retention_run.js'

/** The row of a kind, held until the transaction ends; as it begins where another job had it before. */
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
