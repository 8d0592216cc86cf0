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
        '`search` finds parts of the name and id of a workflow and of an execution id. With `assets.read` it also finds words of file names: the 500 newest runs of the 500 matching files that were added last.',
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
      description: 'By time of creation; the present hour comes last.',
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
        'Runs are counted when they end, with a delay of about a second. Percentiles come from buckets and are off by at most a tenth. `period` is hour, day (the default), week or month; `systemId` narrows runs to the workflows that use the system, and steps to those that call it.',
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
      summary: 'Count the runs that no worker has taken for a minute',
      description: 'If workers are available, they take runs within a second.',
      permission: flowsRead,
      response: waitingRunsAnswer,
    },
    executions,
    'waiting'
  ),
  operation(
    'GET /flow-executions/stats',
    {
      summary: 'Show statistics of runs',
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
        'The output of a step is left out (`output` null, `outputHidden` true) for callers who may not read it elsewhere: answers of external systems need integrations.read. Error texts then name only the failed step.',
      permission: flowsRead,
      response: executionAnswer,
    },
    executions,
    'show'
  ),
  operation(
    'POST /flow-executions/{id}/cancel',
    {
      summary: 'Cancel a run and abort its current call',
      permission: flowsRun,
      response: executionAnswer,
    },
    executions,
    'cancel'
  ),
  operation(
    'POST /flow-executions/{id}/retry',
    {
      summary: 'Retry a failed run at the step that failed',
      permission: flowsRun,
      response: executionAnswer,
    },
    executions,
    'retry'
  ),
  operation(
    'POST /flow-executions/{id}/replay',
    {
      summary: 'Replay an ended run as a new run',
      description:
        'The new run has the input of the old one. From the beginning it has the active version of the workflow; with `fromStepId` it has the definition of the old run, and starts at that step with the outputs of the steps before it. `version` chooses otherwise: a replay on the active version from a step takes over the results of the steps with the same ids, and is refused if the run did not do all steps before it. `input.assetId` and `input.data` replace that part of the input; a masked value in `input.data` stays as it was. The replay of a test of a draft needs `flows.write`.',
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
      summary: 'Cancel, retry or replay all runs that match a filter of the list',
      description:
        'Without `confirm` nothing is changed: the answer gives the number of matching runs, at most 10,000. With that number as `confirm` a job applies the action to each of them, and `GET /api/flow-executions/bulk/{id}` shows its progress. Runs whose status does not allow it are skipped.',
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
      summary: 'Show the progress of a bulk action',
      description: 'Kept for a week.',
      permission: flowsRead,
      response: bulkAnswer,
    },
    executions,
    'bulkState'
  ),
]
