import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text, type Output } from '@crossdock/kernel/http'
import { groupCreated, groupDeleted, groupUpdated } from '../event_types.js'
import { freeProfile } from '../hub/welcome.js'
import { AgentGroup } from '../models/agent_group.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { findGroup } from '../queries/agents.js'
import type { createGroupBody, updateGroupBody } from '../validators/agents.js'

/** @throws Problem 409 for a taken name */
export function createGroup({ name, profile = freeProfile }: Output<typeof createGroupBody>) {
  return transaction(async () => {
    await assertFree(name)
    const group = await AgentGroup.create({ name, profile })
    await tell(groupCreated, group)
    return group
  })
}

/** Connected agents get the profile at once, others when they connect. @throws Problem 404, 409 */
export function updateGroup(id: string, { name, profile }: Output<typeof updateGroupBody>) {
  return transaction(async () => {
    const group = await findGroup(id, { lock: true })
    if (name !== undefined && name !== group.name) await assertFree(name)
    await group.merge({ name: name ?? group.name, profile: profile ?? group.profile }).save()
    await tell(groupUpdated, group)
    return group
  })
}

/** Its agents go on without a profile. @throws Problem 404 */
export async function deleteGroup(id: string): Promise<void> {
  await transaction(async () => {
    const group = await findGroup(id, { lock: true })
    await DesktopAgent.query().where('group_id', id).update({ group_id: null })
    await group.delete()
    await tell(groupDeleted, group)
  })
}

async function assertFree(name: string): Promise<void> {
  if (!(await AgentGroup.query().where('name', name).first())) return
  const sentence = text('A group is called "{name}" already. Choose another name.', { name })
  throw conflict('E_NAME_TAKEN', sentence)
}

const tell = (type: typeof groupCreated, { id, name }: AgentGroup) =>
  recordEvent(type, { target: { type: 'agent_group', id }, payload: { name } })
