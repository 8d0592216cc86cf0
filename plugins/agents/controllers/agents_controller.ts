import type { Input, ItemInput } from '@crossdock/kernel/http'
import {
  bulk,
  pauseAgent,
  requestDiagnostics,
  retire,
  takeOverAgent,
  updateAgent,
} from '../actions/change_agent.js'
import { createGroup, deleteGroup, updateGroup } from '../actions/change_group.js'
import { deploy, revokeEnrolment } from '../actions/deploy.js'
import {
  agentDetails,
  agentStats,
  findAgent,
  findGroup,
  listAgents,
  listEnrolments,
  listGroups,
} from '../queries/agents.js'
import { setRollout, showRollout } from '../updates/rollout.js'
import type { rolloutBody } from '../validators/rollout.js'
import type {
  bulkBody,
  createGroupBody,
  deployBody,
  updateAgentBody,
  updateGroupBody,
} from '../validators/agents.js'

export default class AgentsController {
  index({ list }: Input) {
    return listAgents(list)
  }

  stats() {
    return agentStats()
  }

  show({ params }: ItemInput) {
    return findAgent(params.id)
  }

  details({ params }: ItemInput) {
    return agentDetails(params.id)
  }

  update({ params, body }: ItemInput<typeof updateAgentBody>) {
    return updateAgent(params.id, body)
  }

  pause({ params }: ItemInput) {
    return pauseAgent(params.id, true)
  }

  resume({ params }: ItemInput) {
    return pauseAgent(params.id, false)
  }

  retire({ params }: ItemInput) {
    return retire(params.id)
  }

  takeOver({ params }: ItemInput) {
    return takeOverAgent(params.id)
  }

  diagnostics({ params }: ItemInput) {
    return requestDiagnostics(params.id)
  }

  bulk({ body }: Input<typeof bulkBody>) {
    return bulk(body)
  }

  deploy({ body }: Input<typeof deployBody>) {
    return deploy(body)
  }

  enrolments({ list }: Input) {
    return listEnrolments(list)
  }

  async revoke({ params }: ItemInput) {
    await revokeEnrolment(params.id)
  }

  rollout() {
    return showRollout()
  }

  setRollout({ body }: Input<typeof rolloutBody>) {
    return setRollout(body)
  }

  groups({ list }: Input) {
    return listGroups(list)
  }

  group({ params }: ItemInput) {
    return findGroup(params.id)
  }

  createGroup({ body }: Input<typeof createGroupBody>) {
    return createGroup(body)
  }

  updateGroup({ params, body }: ItemInput<typeof updateGroupBody>) {
    return updateGroup(params.id, body)
  }

  async deleteGroup({ params }: ItemInput) {
    await deleteGroup(params.id)
  }
}
