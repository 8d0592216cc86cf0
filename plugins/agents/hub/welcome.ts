import { now } from '@crossdock/kernel/database'
import { heartbeatSeconds, type AgentProfile, type ServerMessage } from '../contracts/index.js'
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

/** Returns the settings message for an agent. The server sends it first, and again after each change. */
export async function welcomeOf(agent: DesktopAgent): Promise<ServerMessage> {
  const { agentName, isPaused } = agent
  const profile = await profileOf(agent)
  return { type: 'welcome', serverTime: now(), heartbeatSeconds, agentName, isPaused, profile }
}
