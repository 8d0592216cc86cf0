import { operation } from '@crossdock/kernel/http'
import { catalogue } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import { approvalList } from './approvals/queries.js'
import { executionList } from './queries/executions.js'
import { versionList } from './queries/versions.js'
import { systemFlowList } from './queries/system_flows.js'
import { startableList, workflowList } from './queries/workflows.js'
import { approvalAnswer, decideBody } from './validators/approval.js'
import {
  activateBody,
  draftAnswer,
  sampleBody,
  saveDraftBody,
  tryStepBody,
} from './validators/draft.js'
import {
  executionAnswer,
  executionStatsAnswer,
  runHoursAnswer,
  waitingRunsAnswer,
  replayBody,
  triggerBody,
} from './validators/execution.js'
import { expressionPreviewAnswer, previewExpressionBody } from './validators/expression.js'
import { alertsAnswer, alertsBody } from './alerts/validators.js'
import { bulkAnswer, bulkBody } from './validators/bulk.js'
import { monitoringAnswer, monitoringQuery } from './validators/monitoring.js'
import {
  createWorkflowBody,
  failingWorkflowsAnswer,
  executeBody,
  previewAnswer,
  previewWorkflowBody,
  startableAnswer,
  updateWorkflowBody,
  versionAnswer,
  wholeVersionAnswer,
  workflowAnswer,
} from './validators/workflow.js'
import {
  createSystemFlowBody,
  systemFlowAnswer,
  updateSystemFlowBody,
} from './validators/system_flow.js'
import {
  scheduleTimesAnswer,
  scheduleTimesQuery,
  workflowScheduleAnswer,
} from './validators/schedule.js'
import { flowsRead, flowsRun, flowsWrite, stepTypes, triggerTypes } from './contracts/index.js'

const workflows = () => import('./controllers/workflows_controller.js')
const approvals = () => import('./controllers/approvals_controller.js')
const schedules = () => import('./controllers/schedules_controller.js')
const drafts = () => import('./controllers/drafts_controller.js')
const systemFlows = () => import('./controllers/system_flows_controller.js')
const executions = () => import('./controllers/executions_controller.js')

export default [
  catalogue('GET /flows/step-types', stepTypes, {
    summary: 'List the types of steps there are',
    permission: flowsRead,
    entry: 'StepType',
    more: {
      shape: {
        permissions: vine.array(vine.string()).meta({
          description: 'What who saves a workflow with such a step must hold.',
        }),
        branches: vine.array(vine.string()).meta({ description: 'Names of its branches.' }),
        branchesByConfig: vine.boolean({ strict: true }).meta({
          description: 'Its config says which branches it has, in `branches`.',
        }),
        perItem: vine.boolean({ strict: true }).meta({
          description: 'Its branches are done once for each item.',
        }),
      },
      show: ({ permissions, branches, branchesBy, perItem = false }) => ({
        permissions: permissions.map(({ name }) => name),
        branches: [...(branches ?? [])],
        branchesByConfig: Boolean(branchesBy),
        perItem,
      }),
    },
  }),
  catalogue('GET /flows/triggers', triggerTypes, {
    summary: 'List the types of triggers there are',
    permission: flowsRead,
    entry: 'TriggerType',
  }),
  operation(
    'POST /flows/expressions/preview',
    {
      summary: 'Evaluate an expression on a sample',
      description:
        'As a step of the type `transform` would, in the same threads and with the same limits. Stores nothing.',
      permission: flowsWrite,
      body: previewExpressionBody,
      response: expressionPreviewAnswer,
    },
    () => import('./controllers/expressions_controller.js'),
    'preview'
  ),
  operation(
    'GET /flows/schedule-times',
    {
      summary: 'Tell when a schedule is due',
      description:
        'The schedule in words, and the next five times of a cron expression of five fields, meant in a time zone (default UTC). When clocks are put forward, a time in the lost hour comes right behind it; when they are put back, a time in the doubled hour comes once.',
      permission: flowsRead,
      query: scheduleTimesQuery,
      response: scheduleTimesAnswer,
    },
    schedules,
    'times'
  ),
  operation(
    'GET /integrations/workflows',
    {
      summary: 'List workflows',
      permission: flowsRead,
      list: workflowList,
      response: workflowAnswer,
    },
    workflows,
    'index'
  ),
  operation(
    'POST /integrations/workflows',
    {
      summary: 'Create a workflow',
      permission: flowsWrite,
      body: createWorkflowBody,
      status: 201,
      location: '/api/integrations/workflows/{id}',
      response: workflowAnswer,
    },
    workflows,
    'store'
  ),
  operation(
    'GET /integrations/workflows/failing',
    {
      summary: 'List the active workflows that fail',
      description:
        'Those whose last run failed, or most of their last ten, within 24 hours; at most 20, found among the newest 1,000 failed runs.',
      permission: flowsRead,
      response: failingWorkflowsAnswer,
    },
    workflows,
    'failing'
  ),
  operation(
    'GET /integrations/workflows/{id}',
    {
      summary: 'Show a workflow',
      description:
        'The config of a step is left out (`config` empty, `configHidden` true) for callers who neither change workflows nor may read elsewhere what the step puts out.',
      permission: flowsRead,
      response: workflowAnswer,
    },
    workflows,
    'show'
  ),
  operation(
    'PUT /integrations/workflows/{id}',
    {
      summary: 'Change a workflow, wholly or in part',
      description:
        'Only `isActive` pauses or activates it. Runs under way keep their definition. With `baseVersion` a change of another version is refused.',
      permission: flowsWrite,
      body: updateWorkflowBody,
      response: workflowAnswer,
      refusals: [409],
    },
    workflows,
    'update'
  ),
  operation(
    'DELETE /integrations/workflows/{id}',
    {
      summary: 'Delete a workflow',
      permission: flowsWrite,
      status: 204,
    },
    workflows,
    'destroy'
  ),
  operation(
    'GET /integrations/workflows/{id}/versions',
    {
      summary: 'List the versions of a workflow, newest first',
      permission: flowsRead,
      list: versionList,
      response: versionAnswer,
    },
    workflows,
    'versions'
  ),
  operation(
    'GET /integrations/workflows/{id}/schedule',
    {
      summary: 'Tell when a scheduled workflow runs next',
      permission: flowsRead,
      response: workflowScheduleAnswer,
    },
    schedules,
    'show'
  ),
  operation(
    'GET /integrations/workflows/{id}/versions/{version}',
    {
      summary: 'Show a version of a workflow with its steps',
      description: 'Configs are left out as where a workflow is shown.',
      permission: flowsRead,
      response: wholeVersionAnswer,
    },
    workflows,
    'version'
  ),
  operation(
    'GET /integrations/workflows/{id}/draft',
    {
      summary: 'Show your draft of a workflow',
      description:
        'What you have changed and not activated; without changes the workflow as it is (`revision` 0). `problems` names what keeps it from being activated. Drafts belong to one person.',
      permission: flowsWrite,
      response: draftAnswer,
    },
    drafts,
    'show'
  ),
  operation(
    'PUT /integrations/workflows/{id}/draft',
    {
      summary: 'Save your draft of a workflow',
      description:
        'It may be incomplete, and nothing runs by it. 409 (`E_DRAFT`) when it was saved in another window since `revision`; a repeated save of the same content is no conflict.',
      permission: flowsWrite,
      body: saveDraftBody,
      response: draftAnswer,
      refusals: [409],
    },
    drafts,
    'save'
  ),
  operation(
    'DELETE /integrations/workflows/{id}/draft',
    {
      summary: 'Discard your draft of a workflow',
      permission: flowsWrite,
      status: 204,
    },
    drafts,
    'discard'
  ),
  operation(
    'POST /integrations/workflows/{id}/activate',
    {
      summary: 'Make your draft the active version',
      description:
        'Without a draft the workflow becomes active as it is. 409 (`E_VERSION`) when the workflow was changed since the draft was begun: compare, then save the draft on the present version.',
      permission: flowsWrite,
      body: activateBody,
      response: workflowAnswer,
      refusals: [409],
    },
    drafts,
    'activate'
  ),
  operation(
    'POST /integrations/workflows/{id}/draft/test',
    {
      summary: 'Run your draft on a sample',
      description:
        'A run as any other, with your rights, listed with the trigger `test`; the active version goes on.',
      permission: flowsWrite,
      body: sampleBody,
      status: 202,
      location: '/api/flow-executions/{id}',
      response: executionAnswer,
      refusals: [409],
    },
    drafts,
    'test'
  ),
  operation(
    'POST /integrations/workflows/{id}/draft/steps/{stepId}/try',
    {
      summary: 'Do one step of your draft on a sample',
      description:
        'Really does it, once and for at most a minute, and answers with the run that keeps the result. It reads of earlier steps what their newest tests put out.',
      permission: flowsWrite,
      body: tryStepBody,
      response: executionAnswer,
      refusals: [409],
    },
    drafts,
    'tryStep'
  ),
  operation(
    'POST /integrations/workflows/preview',
    {
      summary: 'Judge a workflow, saved or not, by the newest files',
      description:
        'Starts nothing. Says which of the newest 20 files would have set it off, by what the log tells of them, and what its steps read that none of these has. Takes assets.read, too.',
      permission: flowsRead,
      body: previewWorkflowBody,
      response: previewAnswer,
    },
    workflows,
    'preview'
  ),
  operation(
    'POST /integrations/workflows/{id}/execute',
    {
      summary: 'Start a workflow now',
      permission: flowsRun,
      body: executeBody,
      status: 202,
      location: '/api/flow-executions/{id}',
      response: executionAnswer,
    },
    workflows,
    'execute'
  ),
  operation(
    'GET /system-flows',
    {
      summary: 'List the flows that events of connected systems start',
      description:
        'They are workflows, too: their versions, drafts and runs are found by the same id.',
      permission: flowsRead,
      list: systemFlowList,
      response: systemFlowAnswer,
    },
    systemFlows,
    'index'
  ),
  operation(
    'POST /system-flows',
    {
      summary: 'Create a flow that an event of a connected system starts',
      description:
        'The event is one of those that the trigger `system_event` names (`GET /api/flows/triggers`). An event that does not fulfil every rule starts nothing; `system_flow_refused` in the event log says which rule.',
      permission: flowsWrite,
      body: createSystemFlowBody,
      status: 201,
      location: '/api/system-flows/{id}',
      response: systemFlowAnswer,
    },
    systemFlows,
    'store'
  ),
  operation(
    'GET /system-flows/{id}',
    {
      summary: 'Show a system flow',
      description: 'Configs of steps are left out as where a workflow is shown.',
      permission: flowsRead,
      response: systemFlowAnswer,
    },
    systemFlows,
    'show'
  ),
  operation(
    'PUT /system-flows/{id}',
    {
      summary: 'Change a system flow, wholly or in part',
      description: 'Only `isActive` pauses or activates it. Runs under way keep their definition.',
      permission: flowsWrite,
      body: updateSystemFlowBody,
      response: systemFlowAnswer,
      refusals: [409],
    },
    systemFlows,
    'update'
  ),
  operation(
    'DELETE /system-flows/{id}',
    {
      summary: 'Delete a system flow',
      permission: flowsWrite,
      status: 204,
    },
    systemFlows,
    'destroy'
  ),
  operation(
    'GET /workflows',
    {
      summary: 'List the active workflows, to start one',
      permission: flowsRead,
      list: startableList,
      response: startableAnswer,
    },
    workflows,
    'startable'
  ),
  operation(
    'GET /flow-executions',
    {
      summary: 'List runs, newest first',
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
    'GET /approvals',
    {
      summary: 'List approvals, newest first',
      description:
        '`scope=mine`, as when it is left out: those that wait for you. `open`: all that wait. `all`: also those that were decided. The last two take `flows.read`.',
      list: approvalList,
      response: approvalAnswer,
    },
    approvals,
    'index'
  ),
  operation(
    'GET /approvals/{id}',
    {
      summary: 'Show an approval',
      description: 'For those who are asked, and with `flows.read`.',
      response: approvalAnswer,
    },
    approvals,
    'show'
  ),
  operation(
    'POST /approvals/{id}/approve',
    {
      summary: 'Approve',
      description:
        'For those who are asked. The first decision counts; the run goes on in the branch `approved`.',
      body: decideBody,
      response: approvalAnswer,
    },
    approvals,
    'approve'
  ),
  operation(
    'POST /approvals/{id}/reject',
    {
      summary: 'Reject',
      description:
        'For those who are asked. The first decision counts; the run goes on in the branch `rejected`.',
      body: decideBody,
      response: approvalAnswer,
    },
    approvals,
    'reject'
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
  operation(
    'GET /integrations/workflows/{id}/alerts',
    {
      summary: 'Show what people are told of a workflow',
      permission: flowsRead,
      response: alertsAnswer,
    },
    workflows,
    'alerts'
  ),
  operation(
    'PUT /integrations/workflows/{id}/alerts',
    {
      summary: 'Say what people are told of a workflow',
      description:
        'On a failure, on a run that goes on for longer than so many minutes, and when no run came for so many hours. What is left out stays as it is.',
      permission: flowsWrite,
      body: alertsBody,
      response: alertsAnswer,
    },
    workflows,
    'setAlerts'
  ),
]
