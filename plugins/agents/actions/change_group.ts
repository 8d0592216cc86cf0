import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { groupCreated, groupDeleted, groupUpdated } from '../event_types.js'
import { AgentGroup } from '../models/agent_group.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { findGroup } from '../queries/agents.js'
import { freeProfile } from '../queries/profile_of.js'
import type { createGroupBody, updateGroupBody } from '../validators/agents.js'

/** @throws Problem 409 for a taken name */
export function createGroup({ name, profile = freeProfile }: Output<typeof createGroupBody>) {
  return transaction(async () => {
    await assertFree(name)
    const group = await AgentGroup.create({ name, profile })
    await recordGroupEvent(groupCreated, group)
    return group
  })
}

/**
 * Changes a group. Connected agents get the profile immediately, other agents when they connect.
 * @throws Problem 404, 409
 */
export function updateGroup(id: string, { name, profile }: Output<typeof updateGroupBody>) {
  return transaction(async () => {
    const group = await findGroup(id, { lock: true })
    if (name !== undefined && name !== group.name) await assertFree(name)
    await group.merge({ name: name ?? group.name, profile: profile ?? group.profile }).save()
    await recordGroupEvent(groupUpdated, group)
    return group
  })
}

/**
 * Deletes a group; its agents continue without a profile.
 * @throws Problem 404
 */
export async function deleteGroup(id: string): Promise<void> {
  await transaction(async () => {
    const group = await findGroup(id, { lock: true })
    await DesktopAgent.query().where('group_id', id).update({ group_id: null })
    await group.delete()
    await recordGroupEvent(groupDeleted, group)
  })
}

async function assertFree(name: string): Promise<void> {
  if (!(await AgentGroup.query().where('name', name).first())) return
  const sentence = text('A group is called "{name}" already. Choose another name.', { name })
  throw conflict('E_NAME_TAKEN', sentence)
}

const recordGroupEvent = (type: typeof groupCreated, { id, name }: AgentGroup) =>
  recordEvent(type, { target: { type: 'agent_group', id }, payload: { name } })
