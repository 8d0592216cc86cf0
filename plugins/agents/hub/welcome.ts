import { now } from '@crossdock/kernel/database'
import { heartbeatSeconds, type ServerMessage } from '../contracts/index.js'
import type { DesktopAgent } from '../models/desktop_agent.js'
import { profileOf } from '../queries/profile_of.js'

/** Returns the settings message for an agent. The server sends it first, and again after each change. */
export async function welcomeOf(agent: DesktopAgent): Promise<ServerMessage> {
  const { agentName, isPaused } = agent
  const profile = await profileOf(agent)
  return { type: 'welcome', serverTime: now(), heartbeatSeconds, agentName, isPaused, profile }
}
