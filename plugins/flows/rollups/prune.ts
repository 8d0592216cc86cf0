import { ask, clock } from '@crossdock/kernel/database'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { pruneRollups } from '../jobs/names.js'
import { rollupsTable } from './add.js'
import { grains, pointOf } from './grains.js'

const atOnce = 2_000
/** Points that are kept beyond those of a period: one that is asked for on the hour still has its first. */
const spare = 2

/** Deletes what no period reaches back to any more: of each grain some dozen points stay. Runs in operator scope. */
export async function pruneOldRollups(job: Pick<RunningJob, 'commit' | 'signal'>): Promise<void> {
  for (const grain of Object.values(grains)) {
    const before = pointOf(grain, clock.now() - (grain.points + spare) * grain.ms)
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

/** Those of the context's environment, which is deleted. */
export async function forgetRollups(): Promise<void> {
  await tenantTable(rollupsTable).delete()
}

export const prune = defineJob(pruneRollups, { handle: pruneOldRollups })
