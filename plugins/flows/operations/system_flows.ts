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
      description: 'System flows are workflows: their versions, drafts and runs have the same id.',
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
        'The event is one of the events of the trigger `system_event` (`GET /api/flows/triggers`). An event that does not fulfill every rule starts no run; `system_flow_refused` in the event log names the rule.',
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
      description: 'Configs of steps are left out as in a workflow.',
      permission: flowsRead,
      response: systemFlowAnswer,
    },
    systemFlows,
    'show'
  ),
  operation(
    'PUT /system-flows/{id}',
    {
      summary: 'Change a system flow',
      description: 'Only `isActive` pauses or activates it. Active runs keep their definition.',
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
