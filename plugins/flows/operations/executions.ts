import { operation } from '@crossdock/kernel/http'
import { flowsRead, flowsRun } from '../contracts/index.js'
import { executionList } from '../queries/executions.js'
import { bulkAnswer, bulkBody } from '../validators/bulk.js'
import {
  executionAnswer,
  executionStatsAnswer,
  runHoursAnswer,
  waitingRunsAnswer,
  replayBody,
  triggerBody,
} from '../validators/execution.js'
import { monitoringAnswer, monitoringQuery } from '../validators/monitoring.js'

const executions = () => import('../controllers/executions_controller.js')

export default [
  operation(
    'GET /flow-executions',
    {
      summary: 'List runs, newest first',
      description:
        '`search` finds parts of the name and id of a workflow and of an execution id. With `assets.read` it also finds words of the name of the file: of the 500 files of such names that were added last, the 500 newest runs.',
      permission: flowsRead,
      list: executionList,
      response: executionAnswer,
    },
    executions,
    'index'
  ),
  operation(
    'GET /flow-executions/hours',
    {
      summary: 'Count the runs of the last 24 hours, hour by hour',
      description: 'By when they were created; the present hour comes last.',
      permission: flowsRead,
      response: runHoursAnswer,
    },
    executions,
    'hours'
  ),
  operation(
    'GET /flow-executions/monitoring',
    {
      summary: 'Throughput, latency, failures and the slowest steps of a period',
      description:
        'Counted as runs end, about a second behind them. Percentiles are read from buckets and off by a tenth at most. `period` is hour, day (the default), week or month; `systemId` narrows runs to the workflows that use the system, and steps to those that call it.',
      permission: flowsRead,
      query: monitoringQuery,
      response: monitoringAnswer,
    },
    executions,
    'monitoring'
  ),
  operation(
    'GET /flow-executions/waiting',
    {
      summary: 'Count the runs that nobody has taken up for a minute',
      description: 'Runs are taken up within a second where somebody is there to do so.',
      permission: flowsRead,
      response: waitingRunsAnswer,
    },
    executions,
    'waiting'
  ),
  operation(
    'GET /flow-executions/stats',
    {
      summary: 'Numbers about runs',
      permission: flowsRead,
      response: executionStatsAnswer,
    },
    executions,
    'stats'
  ),
  operation(
    'POST /flow-executions/trigger',
    {
      summary: 'Start a flow now',
      permission: flowsRun,
      body: triggerBody,
      status: 202,
      location: '/api/flow-executions/{id}',
      response: executionAnswer,
    },
    executions,
    'trigger'
  ),
  operation(
    'GET /flow-executions/{id}',
    {
      summary: 'Show a run by its id or executionId',
      description:
        'What a step put out is left out (`output` null, `outputHidden` true) for callers who may not read it elsewhere: answers of external systems need integrations.read. Error texts then say only which step failed.',
      permission: flowsRead,
      response: executionAnswer,
    },
    executions,
    'show'
  ),
  operation(
    'POST /flow-executions/{id}/cancel',
    {
      summary: 'Stop a run, aborting the call in flight',
      permission: flowsRun,
      response: executionAnswer,
    },
    executions,
    'cancel'
  ),
  operation(
    'POST /flow-executions/{id}/retry',
    {
      summary: 'Take a failed run up again at the step that failed',
      permission: flowsRun,
      response: executionAnswer,
    },
    executions,
    'retry'
  ),
  operation(
    'POST /flow-executions/{id}/replay',
    {
      summary: 'Start a run that has ended again, as a new run',
      description:
        'The new run has the definition and the input of the old one. With `fromStepId` it begins at that step, with what the steps before it had put out. `input.assetId` and `input.data` replace that part of the input.',
      permission: flowsRun,
      body: replayBody,
      status: 202,
      location: '/api/flow-executions/{id}',
      response: executionAnswer,
    },
    executions,
    'replay'
  ),
  operation(
    'POST /flow-executions/bulk',
    {
      summary: 'Cancel, retry or replay all runs that a filter of the list fits',
      description:
        'Without `confirm` nothing is done: the answer says how many runs there are, at most 10,000. With that number as `confirm` a job does it to each of them, and `GET /api/flow-executions/bulk/{id}` says how far it is. Runs whose status does not allow it are left out.',
      permission: flowsRun,
      body: bulkBody,
      response: bulkAnswer,
    },
    executions,
    'bulk'
  ),
  operation(
    'GET /flow-executions/bulk/{id}',
    {
      summary: 'Show how far a bulk action is',
      description: 'It is kept for a week.',
      permission: flowsRead,
      response: bulkAnswer,
    },
    executions,
    'bulkState'
  ),
]
