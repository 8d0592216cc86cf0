import { operation } from '@crossdock/kernel/http'
import { alertsAnswer, alertsBody } from '../alerts/validators.js'
import { flowsRead, flowsRun, flowsWrite } from '../contracts/index.js'
import { versionList } from '../queries/versions.js'
import { startableList, workflowList } from '../queries/workflows.js'
import { executionAnswer } from '../validators/execution.js'
import { workflowScheduleAnswer } from '../validators/schedule.js'
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
} from '../validators/workflow.js'

const workflows = () => import('../controllers/workflows_controller.js')
const schedules = () => import('../controllers/schedules_controller.js')

export default [
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
