import { operation } from '@crossdock/kernel/http'
import { catalogue } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import { executionList } from './queries/executions.js'
import { versionList } from './queries/versions.js'
import { startableList, workflowList } from './queries/workflows.js'
import {
  executionAnswer,
  executionStatsAnswer,
  runHoursAnswer,
  waitingRunsAnswer,
  triggerBody,
} from './validators/execution.js'
import {
  createWorkflowBody,
  failingWorkflowsAnswer,
  executeBody,
  previewAnswer,
  previewWorkflowBody,
  startableAnswer,
  updateWorkflowBody,
  versionAnswer,
  workflowAnswer,
} from './validators/workflow.js'
import { flowsRead, flowsRun, flowsWrite, stepTypes, triggerTypes } from './contracts/index.js'

const workflows = () => import('./controllers/workflows_controller.js')
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
          description: 'Its config says which branches it has.',
        }),
      },
      show: ({ permissions, branches, branchesBy }) => ({
        permissions: permissions.map(({ name }) => name),
        branches: [...(branches ?? [])],
        branchesByConfig: Boolean(branchesBy),
      }),
    },
  }),
  catalogue('GET /flows/triggers', triggerTypes, {
    summary: 'List the types of triggers there are',
    permission: flowsRead,
    entry: 'TriggerType',
  }),
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
      description: 'Only `isActive` pauses or activates it. Runs under way keep their definition.',
      permission: flowsWrite,
      body: updateWorkflowBody,
      response: workflowAnswer,
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
]
