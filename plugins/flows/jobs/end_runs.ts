import { Problem } from '@crossdock/kernel/ground'
import { defineJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { cancelExecution } from '../actions/cancel_and_retry.js'
import { Execution } from '../models/execution.js'
import { endRuns } from '../job_refs.js'

const atOnce = 50

/** Cancels the runs of a deleted environment. After a restore, people must start them again. */
export const end = defineJob(endRuns, {
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  handle: (job) =>
    withContext({ environmentId: job.payload.environmentId }, async () => {
      let ids: string[]
      do {
        ids = await activeRuns()
        for (const id of ids) {
          job.signal.throwIfAborted()
          await cancelExecution(id).catch(ignoreIfEnded)
        }
      } while (ids.length === atOnce)
    }),
})

async function activeRuns(): Promise<string[]> {
  const runs = await Execution.query()
    .whereIn('status', ['started', 'running'])
    .limit(atOnce)
    .select('id')
  return runs.map(({ id }) => id)
}

/** Ignores the error if the run has already ended. */
function ignoreIfEnded(error: unknown): void {
  if (!(error instanceof Problem && [404, 409].includes(error.status))) throw error
}
