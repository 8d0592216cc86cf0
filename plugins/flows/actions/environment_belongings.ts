import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { cancelJob, enqueue } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { endRuns } from '../job_refs.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { forgetRollups } from '../rollups/prune.js'
import { notifyTriggers } from './trigger_changes.js'
import { forgetVersions } from './versions.js'

const workflowsAtOnce = 50
const runsAtOnce = 200

/** The workflows and runs of an environment, which are deleted with it. */
export const workflowsOfEnvironment: EnvironmentBelongings = {
  /** A job cancels the runs, because there may be thousands. */
  async end(environmentId) {
    await enqueue(endRuns, { environmentId })
  },
  /** Deletes workflows first. Afterwards only runs reference the versions. */
  deleteSome: (environmentId) =>
    withContext({ environmentId }, () =>
      transaction(async () => {
        if ((await deleteWorkflows()) || (await deleteRuns())) return true
        await forgetRollups()
        return false
      })
    ),
}

async function deleteWorkflows(): Promise<boolean> {
  const workflows = await Workflow.query().orderBy('id').limit(workflowsAtOnce).forUpdate()
  for (const workflow of workflows) {
    await notifyTriggers(workflow, undefined)
    await workflow.delete()
    await forgetVersions(workflow.id)
  }
  return workflows.length === workflowsAtOnce
}

/** Deletes runs with their step results. Active runs are stopped and deleted, too. */
async function deleteRuns(): Promise<boolean> {
  const runs = await Execution.query()
    .orderBy('created_at')
    .orderBy('id')
    .limit(runsAtOnce)
    .select('id', 'flow_id', 'job_id')
  for (const { jobId } of runs) if (jobId) await cancelJob(jobId)
  await Execution.query()
    .whereIn(
      'id',
      runs.map(({ id }) => id)
    )
    .delete()
  for (const flowId of new Set(runs.map(({ flowId }) => flowId))) await forgetVersions(flowId)
  return runs.length === runsAtOnce
}
