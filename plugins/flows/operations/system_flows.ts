import { operation } from '@crossdock/kernel/http'
import { flowsRead, flowsWrite } from '../contracts/index.js'
import { systemFlowList } from '../queries/system_flows.js'
import {
  createSystemFlowBody,
  systemFlowAnswer,
  updateSystemFlowBody,
} from '../validators/system_flow.js'

const systemFlows = () => import('../controllers/system_flows_controller.js')

export default [
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
]
