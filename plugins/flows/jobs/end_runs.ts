import { Problem } from '@crossdock/kernel/http'
import { defineJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { cancelExecution } from '../actions/end_early.js'
import { Execution } from '../models/execution.js'
import { endRuns } from './names.js'

const atOnce = 50

/** Cancels what runs in an environment that was deleted; whoever restores it starts anew what is wanted. */
export const end = defineJob(endRuns, {
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  handle: (job) =>
    withContext({ environmentId: job.payload.environmentId }, async () => {
      let ids: string[]
      do {
        ids = await underWay()
        for (const id of ids) {
          job.signal.throwIfAborted()
          await cancelExecution(id).catch(unlessEnded)
        }
      } while (ids.length === atOnce)
    }),
})

async function underWay(): Promise<string[]> {
  const runs = await Execution.query()
    .whereIn('status', ['started', 'running'])
    .limit(atOnce)
    .select('id')
  return runs.map(({ id }) => id)
}

/** It came to its end by itself meanwhile. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof Problem && [404, 409].includes(error.status))) throw error
}
