import { currentContext } from '@crossdock/kernel/tenancy'
import { invalid, text } from '@crossdock/kernel/ground'
import type { FlowRuns } from '../contracts/index.js'
import { fitsIn, maxOutputBytes } from '../runs/stored_output.js'
import { answerOfRun } from '../queries/answer_of_run.js'
import { cancelExecution } from './cancel_and_retry.js'
import { resumeRun } from './resume_run.js'
import { triggerEventsOf } from '../queries/trigger_events.js'
import { startWorkflow } from './start_execution.js'

/** The operations on runs that other plugins may use. */
export const runs: FlowRuns = {
  async start({ workflowId, trigger, input = {} }) {
    const { assetId = null, event = null, data } = input
    if (data !== undefined && !fitsIn(data)) {
      const sentence = text('The data of a run may have at most {most} bytes of JSON.', {
        most: maxOutputBytes,
      })
      throw invalid('input.data', sentence)
    }
    const { userId } = currentContext().actor
    const start = { triggerType: trigger, assetId, userId, event, depth: 0, data }
    const { id, executionId } = await startWorkflow(workflowId, start)
    return { id, executionId }
  },
  answer: answerOfRun,
  resume: resumeRun,
  triggerEvents: triggerEventsOf,
  async cancel(id) {
    await cancelExecution(id)
  },
}
