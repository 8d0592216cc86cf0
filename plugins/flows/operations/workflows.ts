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
        'Workflows whose last run failed, or most of their last ten runs, within 24 hours. At most 20, found among the newest 1,000 failed runs.',
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
        'The config of a step is left out (`config` empty, `configHidden` true) for callers who may neither change workflows nor read the output of the step elsewhere.',
      permission: flowsRead,
      response: workflowAnswer,
    },
    workflows,
    'show'
  ),
  operation(
    'PUT /integrations/workflows/{id}',
    {
      summary: 'Change a workflow',
      description:
        'Only `isActive` pauses or activates it. Active runs keep their definition. With `baseVersion` the change is refused if the workflow is at another version.',
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
      summary: 'Show when a scheduled workflow runs next',
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
      description: 'Configs are left out as in a workflow.',
      permission: flowsRead,
      response: wholeVersionAnswer,
    },
    workflows,
    'version'
  ),
  operation(
    'POST /integrations/workflows/preview',
    {
      summary: 'Preview a workflow, saved or not, with the newest files',
      description:
        'Starts no run. Lists which of the newest 20 files would have started it, according to the event log, and which values its steps read that none of these files has. Needs assets.read as well.',
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
      summary: 'Show the alerts of a workflow',
      permission: flowsRead,
      response: alertsAnswer,
    },
    workflows,
    'alerts'
  ),
  operation(
    'PUT /integrations/workflows/{id}/alerts',
    {
      summary: 'Change the alerts of a workflow',
      description:
        'Alerts can be sent after a failure, for a run that takes longer than a number of minutes, and when no run came for a number of hours. Fields that are left out stay as they are.',
      permission: flowsWrite,
      body: alertsBody,
      response: alertsAnswer,
    },
    workflows,
    'setAlerts'
  ),
]
