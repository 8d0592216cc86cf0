import { clock } from '../../ground/clock.js'
import { unscoped } from '../../database/index.js'
import { defineJob, enqueue, type RunningJob } from '../../jobs/index.js'
import { currentTenantId, inTenant } from '../../tenancy/index.js'
import { contentStore } from '../service.js'
import { giveBack, giveBackOfAll, onePerTenant } from './schedule.js'
import { doNextStep, type Progress } from './turns.js'

const day = 24 * 60 * 60_000
const retry = { attempts: Number.MAX_SAFE_INTEGER, delayMs: 60_000, maxDelayMs: day }

/** The job of a tenant works for this time, then pauses for four times as long. */
const workMs = 2_000
const restFactor = 4
const minRestMs = 250

/** Works for a short time and enqueues the rest after a pause, until all is done. */
const ofTenant = defineJob(giveBack, {
  retry,
  async handle(job) {
    const start = performance.now()
    const passed = () => performance.now() - start
    let progress: Progress = job.payload
    let waitMs = 0
    while (waitMs === 0 && passed() < workMs && !job.signal.aborted) {
      const turn = await doNextStep(currentTenantId(), progress, job.signal)
      if (turn === null) return
      progress = turn.next
      waitMs = turn.waitMs ?? 0
    }
    const restMs = waitMs || Math.max(minRestMs, passed() * restFactor)
    await job.finish(async () => {
      await enqueue(giveBack, progress, { ...onePerTenant, runAt: new Date(clock.now() + restMs) })
    })
  },
})

const tenantsPerCommit = 100

const ofAll = defineJob(giveBackOfAll, {
  retry,
  async handle(job) {
    for (let after = ''; ;) {
      const tenants: { id: string }[] = await unscoped()
        .from('tenants')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(tenantsPerCommit)
      if (tenants.length === 0) break
      await addAll(job, tenants)
      after = tenants.at(-1)!.id
    }
    await contentStore.use().deleteGoneTenants()
  },
})

async function addAll(job: RunningJob, tenants: { id: string }[]): Promise<void> {
  await job.commit(
    async () => {
      for (const { id } of tenants) await inTenant(id, () => enqueue(giveBack, {}, onePerTenant))
    },
    { progress: true }
  )
}

export default [ofTenant, ofAll]
