import type { AgentProfile } from '../contracts/index.js'
import { AgentGroup } from '../models/agent_group.js'
import type { DesktopAgent } from '../models/desktop_agent.js'

/** The profile of agents without a group: no limits. */
export const freeProfile: AgentProfile = {
  uploadKbps: null,
  downloadKbps: null,
  allowedCommands: null,
  activeHours: null,
}

/** Returns the profile of an agent's group. */
export async function profileOf({ groupId }: Pick<DesktopAgent, 'groupId'>): Promise<AgentProfile> {
  const group = groupId ? await AgentGroup.find(groupId) : null
  return group?.profile ?? freeProfile
}
