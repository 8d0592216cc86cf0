import { setTimeout as delay } from 'node:timers/promises'
import { clock, now, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { contentStore } from '@crossdock/kernel/storage'
import { deleteRows } from '../actions/delete_rows.js'
import { tenantDeleted } from '../event_types.js'
import { tenantRecords } from '../contracts/index.js'
import { Tenant } from '../models/tenant.js'
import { ownedTables } from '../queries/owned_tables.js'
import { deleteTenant } from '../job_refs.js'

type Job = RunningJob<{ tenantId: string }>

const hour = 60 * 60_000
/** After this time the job lets other jobs run, and continues later. */
const turnMs = 60_000
/** Maximum pause between batches; a pause is as long as the batch took. */
const maxRestMs = 250
/** Delay before checking again whether the operator's records are complete. */
const recordMs = 1_000
/**
 * A process that still writes content of the tenant notices the deletion within a minute, when it renews its lease.
 */
const lateMs = 2 * 60_000
/** Delay before retrying while a running backup holds the packs. */
const heldMs = 5 * 60_000

/**
 * Deletes a tenant after the operator's records are complete. First its rows in small batches, referring rows
 * before the rows they refer to. Then its packs, then the tenant itself with the event that stays, then packs of
 * processes that were still writing. Keeps no progress: after a crash the job starts again and finds less. Runs in
 * operator scope.
 */
export default defineJob(deleteTenant, {
  retry: { attempts: Number.MAX_SAFE_INTEGER, delayMs: 5_000, maxDelayMs: hour },
  async handle(job) {
    const { tenantId } = job.payload
    const tenant = await Tenant.find(tenantId)
    // An earlier run deleted the tenant, so only late packs can be left.
    if (!tenant) return await deleteContent(job)
    // The deletion was canceled.
    if (tenant.status !== 'deleting' || tenant.deletesAt === null) return
    const due = new Date(tenant.deletesAt)
    if (due.getTime() > clock.now()) return await job.resumeAt(due)
    if (!(await begin(job))) return
    if (!(await isRecorded(tenantId))) return await job.resumeAt(new Date(clock.now() + recordMs))
    if (!(await deleteAllRows(job))) return await job.resumeAt(clock.date())
    await deleteContent(job, () =>
      job.resumeAt(new Date(clock.now() + lateMs), () => deleteItself(tenantId))
    )
  },
})

async function deleteContent(job: Job, then?: () => Promise<void>): Promise<void> {
  if (await contentStore.use().deleteTenant(job.payload.tenantId)) await then?.()
  else await job.resumeAt(new Date(clock.now() + heldMs))
}

/**
 * Makes the deletion final.
 * @returns false if it was canceled just before
 */
function begin(job: Job): Promise<boolean> {
  return job.commit(async () => {
    const begun = await unscoped()
      .from('tenants')
      .where({ id: job.payload.tenantId, status: 'deleting' })
      .update({ deletion_began_at: now() })
    return Number(begun) > 0
  })
}

/** Whether all records of the tenant are complete; the deletion removes their sources. */
async function isRecorded(tenantId: string): Promise<boolean> {
  for (const [, record] of tenantRecords.entries()) {
    if (!(await record.isWritten(tenantId))) return false
  }
  return true
}

/**
 * Repeats until no table has rows, because deletions add rows to counters.
 * @returns false when the time is over
 */
async function deleteAllRows(job: Job): Promise<boolean> {
  const start = performance.now()
  const tables = await ownedTables()
  for (let found = true; found;) {
    found = false
    for (const table of tables) {
      for (;;) {
        job.signal.throwIfAborted()
        const began = performance.now()
        if (began - start > turnMs) return false
        const deleted = await job.commit(() => deleteRows(table, job.payload.tenantId), {
          progress: true,
        })
        if (deleted === 0) break
        found = true
        await delay(Math.min(performance.now() - began, maxRestMs))
      }
    }
  }
  return true
}

/** Foreign keys delete the few rows that were added at the last moment. */
async function deleteItself(id: string): Promise<void> {
  const tenant = await Tenant.find(id)
  if (!tenant) return
  const { subdomain } = tenant
  await unscoped().from('tenants').where('id', id).delete()
  await recordEvent(tenantDeleted, { target: { type: 'tenant', id }, payload: { subdomain } })
}
