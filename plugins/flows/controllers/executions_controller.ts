import { Answer, type Input, type ItemInput } from '@crossdock/kernel/http'
import { showBulk, startBulk } from '../bulk/bulk_runs.js'
import type { bulkBody } from '../validators/bulk.js'
import { cancelExecution, retryExecution } from '../actions/cancel_and_retry.js'
import { executeWithInput } from '../actions/execute_with_input.js'
import { replayRun } from '../actions/replay_run.js'
import { listExecutions, showExecution, showStarted } from '../queries/executions.js'
import { runHours } from '../queries/run_hours.js'
import { executionStats } from '../queries/statistics.js'
import { monitoring } from '../queries/monitoring.js'
import { waitingRuns } from '../queries/waiting_runs.js'
import type { monitoringQuery } from '../validators/monitoring.js'
import type { replayBody, triggerBody } from '../validators/execution.js'

export default class ExecutionsController {
  async index({ list }: Input) {
    return listExecutions(list)
  }

  hours() {
    return runHours()
  }

  monitoring({
    query: { period = 'day', workflowId, systemId },
  }: Input<undefined, typeof monitoringQuery>) {
    return monitoring({
      period,
      ...(workflowId ? { workflowId } : {}),
      ...(systemId ? { systemId } : {}),
    })
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
    const execution = await executeWithInput(body.flowId, body)
    return new Answer(202, await showStarted(execution))
  }

  async cancel({ params }: ItemInput) {
    return showExecution((await cancelExecution(params.id)).id)
  }

  async retry({ params }: ItemInput) {
    return showExecution((await retryExecution(params.id)).id)
  }

  async replay({ params, body }: ItemInput<typeof replayBody>) {
    return new Answer(202, await showExecution((await replayRun(params.id, body)).id))
  }

  bulk({ body }: Input<typeof bulkBody>) {
    return startBulk(body)
  }

  bulkState({ params }: ItemInput) {
    return showBulk(params.id)
  }
}
