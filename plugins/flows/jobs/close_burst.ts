import { clock } from '@crossdock/kernel/database'
import { defineJob } from '@crossdock/kernel/jobs'
import { wakeBurst } from '../actions/gather.js'
import { startBurst } from '../actions/start_burst.js'
import { FileBurst } from '../models/file_burst.js'
import { lockStartable } from '../queries/candidate_workflows.js'
import { closeBurst } from '../job_refs.js'

const minute = 60_000

/** Starts the run of a burst when it is due. If more events came, the job runs again at the new due time. */
export const burstDue = defineJob(closeBurst, {
  // The same retries as for event triggers (match_triggers.ts).
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * minute },
  async handle(job) {
    const { burstId } = job.payload
    const found = await FileBurst.find(burstId)
    if (!found) return
    await job.finish(async () => {
      // Lock the workflow first, as gathering does.
      const [workflow] = await lockStartable([found.workflowId])
      const burst = await FileBurst.find(burstId)
      // The burst became full in the meantime, which started its run.
      if (!burst) return
      if (!workflow) return burst.delete()
      if (Date.parse(burst.dueAt) > clock.now()) return wakeBurst(burst)
      await startBurst(burst, workflow)
    })
  },
})
