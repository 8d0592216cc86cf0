import { clock } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { keptDays } from '../limits.js'
import { DemoRequest } from '../models/demo_request.js'

/** Deletes requests that are half a year old. Runs in operator scope. */
export async function purgeDemoRequests(job: RunningJob): Promise<void> {
  const before = new Date(clock.now() - keptDays * 24 * 60 * 60_000).toISOString()
  await job.commit(async () => {
    await DemoRequest.query().where('created_at', '<', before).delete()
  })
}
