import type { DesktopAgent } from '@crossdock/client'
import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { agentPath, shortClientId } from './model.js'

/** Desktop agents for the command palette. */
export async function findAgents(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const byName = ['agentName', 'ASC'] as const
  const found = await searchList<DesktopAgent>(api, 'desktop-agents', query, signal, byName)
  return found.map((agent) => ({
    id: agent.id,
    label: agent.machineName,
    detail: shortClientId(agent),
    to: agentPath(agent),
  }))
}
