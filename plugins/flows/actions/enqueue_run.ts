import { enqueue } from '@crossdock/kernel/jobs'
import { currentContext, withContext } from '@crossdock/kernel/tenancy'
import { findStep } from '../definition/tree.js'
import { runFlow } from '../job_refs.js'
import type { Execution } from '../models/execution.js'
import { stepsOf } from '../queries/versions.js'
import { flowActor } from '../runs/flow_actor.js'
import { callTarget } from './start_execution.js'

/**
 * Adds the job that resumes a run at the given time, in the current transaction.
 * @returns the id of the job
 */
export async function enqueueRun(execution: Execution, runAt?: Date): Promise<string> {
  const { id, flowId, flowName, rootId, environmentId, currentStepId } = execution
  const actor = flowActor({ id: flowId, name: flowName }, currentContext().actor.userId)
  const step = findStep(await stepsOf(execution), currentStepId)
  const cause = { causeId: execution.startedEventId, rootId }
  const jobId = await withContext({ ...cause, actor, environmentId }, () =>
    enqueue(runFlow, { runId: id }, { ...callTarget(step), ...(runAt ? { runAt } : {}) })
  )
  return jobId!
}
