import { Answer, type Input, type ItemInput } from '@crossdock/kernel/http'
import { cancelExecution, retryExecution } from '../actions/end_early.js'
import { executeWorkflow } from '../actions/start_execution.js'
import { listExecutions, showExecution, showStarted } from '../queries/executions.js'
import { runHours } from '../queries/run_hours.js'
import { executionStats } from '../queries/statistics.js'
import { waitingRuns } from '../queries/waiting_runs.js'
import type { triggerBody } from '../validators/execution.js'

export default class ExecutionsController {
  async index({ list }: Input) {
    return listExecutions(list)
  }

  hours() {
    return runHours()
  }

  waiting() {
    return waitingRuns()
  }

  async stats() {
    return executionStats()
  }

  async show({ params }: ItemInput) {
    return showExecution(params.id)
  }

  async trigger({ body }: Input<typeof triggerBody>) {
    const execution = await executeWorkflow(body.flowId, body.assetId || null)
    return new Answer(202, await showStarted(execution))
  }

  async cancel({ params }: ItemInput) {
    return showExecution((await cancelExecution(params.id)).id)
  }

  async retry({ params }: ItemInput) {
    return showExecution((await retryExecution(params.id)).id)
  }
}
