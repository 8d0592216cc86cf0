import { ask, clock } from '@crossdock/kernel/database'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { pruneRollups } from '../job_refs.js'
import { rollupsTable } from './add.js'
import { grains, intervalStart } from './grains.js'

const atOnce = 2_000
/**
 * Number of additional intervals that are kept, so that a request at the turn of an interval still finds the first
 * one.
 */
const spare = 2

/** Deletes rollups that are older than the period of their grain, for all tenants. Runs in operator scope. */
export async function pruneOldRollups(job: Pick<RunningJob, 'commit' | 'signal'>): Promise<void> {
  for (const grain of Object.values(grains)) {
    const before = intervalStart(grain, clock.now() - (grain.intervals + spare) * grain.ms)
    while ((await job.commit(() => pruneSome(grain.name, before))) === atOnce) {
      job.signal.throwIfAborted()
    }
  }
  await job.commit(pruneBulk)
}

async function pruneSome(grain: string, before: string): Promise<number> {
  const key =
    'tenant_id, grain, kind, at, environment_id, flow_id, step_id, system_id, outcome, bucket'
  const gone = await ask(
    `delete from ${rollupsTable} where (${key}) in (
       select ${key} from ${rollupsTable} where grain = ? and at < ? limit ${atOnce}) returning n`,
    [grain, before]
  )
  return gone.length
}

const bulkKeptMs = 7 * 24 * 3_600_000

async function pruneBulk(): Promise<void> {
  const before = new Date(clock.now() - bulkKeptMs).toISOString()
  await ask('delete from flow_bulk_actions where created_at < ?', [before])
}

/** Deletes the rollups of the context's environment, which is being deleted. */
export async function forgetRollups(): Promise<void> {
  await tenantTable(rollupsTable).delete()
}

export const prune = defineJob(pruneRollups, { handle: pruneOldRollups })
