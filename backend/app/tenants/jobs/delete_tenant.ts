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
import { deleteTenant } from './names.js'

type Job = RunningJob<{ tenantId: string }>

const hour = 60 * 60_000
/** The job gives its turn to others after so long, and goes on where it stands. */
const turnMs = 60_000
/** The others get as long as a batch took, and no longer than this. */
const longestRestMs = 250
/** What the operator keeps of it is taken down by moments. */
const recordMs = 1_000
/** Whoever still writes content of a tenant that is gone notices within a minute, when the lease is to be renewed. */
const lateMs = 2 * 60_000
/** A backup that is under way keeps the packs: looked at again so much later. */
const heldMs = 5 * 60_000

/**
 * Deletes a tenant, once what the operator keeps of it is taken down: its rows in small batches, what they referred to last; its packs; itself, with the event that stays;
 * then the packs of who was still writing. Nothing is kept of how far it has come: whatever was killed begins anew and finds
 * less. Runs in operator scope.
 */
export default defineJob(deleteTenant, {
  retry: { attempts: Number.MAX_SAFE_INTEGER, delayMs: 5_000, maxDelayMs: hour },
  async handle(job) {
    const { tenantId } = job.payload
    const tenant = await Tenant.find(tenantId)
    // Deleted before: its late packs are all that may be left.
    if (!tenant) return await deleteContent(job)
    // Taken back.
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

/** From here on it cannot be taken back. False when it was, at the last moment. */
function begin(job: Job): Promise<boolean> {
  return job.commit(async () => {
    const begun = await unscoped()
      .from('tenants')
      .where({ id: job.payload.tenantId, status: 'deleting' })
      .update({ deletion_began_at: now() })
    return Number(begun) > 0
  })
}

/** Whether all that stays of it is taken down: what it was taken from goes next. */
async function isRecorded(tenantId: string): Promise<boolean> {
  for (const [, record] of tenantRecords.entries()) {
    if (!(await record.isWritten(tenantId))) return false
  }
  return true
}

/** False when there are more than one turn takes. What is deleted may leave rows elsewhere (counters): until none is found. */
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
        await delay(Math.min(performance.now() - began, longestRestMs))
      }
    }
  }
  return true
}

/** The few rows that came in the last moment go with it, by their foreign keys. */
async function deleteItself(id: string): Promise<void> {
  const tenant = await Tenant.find(id)
  if (!tenant) return
  const { subdomain } = tenant
  await unscoped().from('tenants').where('id', id).delete()
  await recordEvent(tenantDeleted, { target: { type: 'tenant', id }, payload: { subdomain } })
}
