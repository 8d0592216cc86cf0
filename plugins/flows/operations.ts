import { operation } from '@crossdock/kernel/http'
import { executionList } from './queries/executions.js'
import { startableList, workflowList } from './queries/workflows.js'
import { executionAnswer, executionStatsAnswer, triggerBody } from './validators/execution.js'
import {
  createWorkflowBody,
  executeBody,
  startableAnswer,
  updateWorkflowBody,
  workflowAnswer,
} from './validators/workflow.js'

const workflows = () => import('./controllers/workflows_controller.js')
const executions = () => import('./controllers/executions_controller.js')

const workflow = (action: string) => ({ handler: workflows, action, response: workflowAnswer })
const execution = (action: string) => ({ handler: executions, action, response: executionAnswer })

export default [
  operation('GET /integrations/workflows', {
    summary: 'List workflows',
    permission: 'flows.read',
    list: workflowList,
    ...workflow('index'),
  }),
  operation('POST /integrations/workflows', {
    summary: 'Create a workflow',
    permission: 'flows.write',
    body: createWorkflowBody,
    status: 201,
    ...workflow('store'),
  }),
  operation('GET /integrations/workflows/{id}', {
    summary: 'Show a workflow',
    permission: 'flows.read',
    ...workflow('show'),
  }),
  operation('PUT /integrations/workflows/{id}', {
    summary: 'Change a workflow, wholly or in part',
    description: 'Only `isActive` pauses or activates it. Runs under way keep their definition.',
    permission: 'flows.write',
    body: updateWorkflowBody,
    ...workflow('update'),
  }),
  operation('DELETE /integrations/workflows/{id}', {
    summary: 'Delete a workflow',
    permission: 'flows.write',
    status: 204,
    handler: workflows,
    action: 'destroy',
  }),
  operation('POST /integrations/workflows/{id}/execute', {
    summary: 'Start a workflow now',
    permission: 'flows.run',
    body: executeBody,
    status: 202,
    handler: workflows,
    action: 'execute',
    response: executionAnswer,
  }),
  operation('GET /workflows', {
    summary: 'List the active workflows, to start one',
    permission: 'flows.read',
    list: startableList,
    handler: workflows,
    action: 'startable',
    response: startableAnswer,
  }),
  operation('GET /flow-executions', {
    summary: 'List runs, newest first',
    permission: 'flows.read',
    list: executionList,
    ...execution('index'),
  }),
  operation('GET /flow-executions/stats', {
    summary: 'Numbers about runs',
    permission: 'flows.read',
    handler: executions,
    action: 'stats',
    response: executionStatsAnswer,
  }),
  operation('POST /flow-executions/trigger', {
    summary: 'Start a flow now',
    permission: 'flows.run',
    body: triggerBody,
    status: 202,
    ...execution('trigger'),
  }),
  operation('GET /flow-executions/{id}', {
    summary: 'Show a run by its id or executionId',
    description:
      'What a step put out is left out (`output` null, `outputHidden` true) for callers who may not read it elsewhere: answers of external systems need integrations.read.',
    permission: 'flows.read',
    ...execution('show'),
  }),
  operation('POST /flow-executions/{id}/cancel', {
    summary: 'Stop a run, aborting the call in flight',
    permission: 'flows.run',
    ...execution('cancel'),
  }),
  operation('POST /flow-executions/{id}/retry', {
    summary: 'Take a failed run up again at the step that failed',
    permission: 'flows.run',
    ...execution('retry'),
  }),
]
