import { unscoped } from '@crossdock/kernel/database'
import { defineJob, enqueue, type RunningJob } from '@crossdock/kernel/jobs'
import { inTenant } from '@crossdock/kernel/tenancy'
import { pruneTenant } from '../actions/prune_tenant.js'
import { pruneAll, pruneRecords } from '../job_refs.js'

const tenantsAtOnce = 100
const hour = 60 * 60_000

const prune = defineJob(pruneRecords, {
  // Only for failures of the whole job: a kind that fails is recorded and skipped.
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: hour },
  handle: pruneTenant,
})

const all = defineJob(pruneAll, {
  async handle(job) {
    for (let after: string | undefined = ''; after !== undefined;) after = await add(job, after)
  },
})

/**
 * Enqueues the jobs of the next tenants by id. The job of a suspended tenant waits.
 * @returns the id of the last tenant
 */
async function add(job: RunningJob, after: string): Promise<string | undefined> {
  const rows: { id: string }[] = await unscoped()
    .from('tenants')
    .where('id', '>', after)
    .whereNot('status', 'deleting')
    .orderBy('id')
    .limit(tenantsAtOnce)
    .select('id')
  await job.commit(
    async () => {
      for (const { id } of rows) {
        await inTenant(id, () =>
          enqueue(pruneRecords, {}, { uniqueKey: pruneRecords.name, priority: 9 })
        )
      }
    },
    { progress: true }
  )
  return rows.at(-1)?.id
}

export default [prune, all]
