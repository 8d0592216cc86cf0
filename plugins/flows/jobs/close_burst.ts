import { clock } from '@crossdock/kernel/database'
import { defineJob } from '@crossdock/kernel/jobs'
import { wakeBurst } from '../bursts/gather.js'
import { startBurst } from '../bursts/start_burst.js'
import { FileBurst } from '../models/file_burst.js'
import { heldWorkflows } from '../queries/driven_workflows.js'
import { closeBurst } from './names.js'

const minute = 60_000

/** Starts the run of a burst that is due; while more comes it looks again when it is due then. */
export const burstDue = defineJob(closeBurst, {
  // As long as for what starts runs at once (match_triggers.ts).
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * minute },
  async handle(job) {
    const { burstId } = job.payload
    const found = await FileBurst.find(burstId)
    if (!found) return
    await job.finish(async () => {
      // In the order in which whoever gathers locks: the workflow first.
      const [workflow] = await heldWorkflows([found.workflowId])
      const burst = await FileBurst.find(burstId)
      // It was full meanwhile.
      if (!burst) return
      if (!workflow) return burst.delete()
      if (Date.parse(burst.dueAt) > clock.now()) return wakeBurst(burst)
      await startBurst(burst, workflow)
    })
  },
})
