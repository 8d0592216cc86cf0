import { newId, now, transaction } from '@crossdock/kernel/database'
import { insertMissing } from '@crossdock/kernel/tenancy'
import { AgentDetails, type AgentLogLine, type HealthSample } from '../models/agent_details.js'
import { DesktopAgent } from '../models/desktop_agent.js'

/** A day of samples every ten minutes. */
const mostSamples = 144
export const mostLines = 200

/** Data of an agent since the last write. */
export interface NewDetails {
  sample?: HealthSample
  lines?: readonly AgentLogLine[]
  diagnostics?: { requestId: string; text: string }
}

/** Stores data that lists do not read, and drops the oldest samples and log lines. */
export function storeDetails(
  agentId: string,
  { sample, lines, diagnostics }: NewDetails
): Promise<void> {
  return transaction(async () => {
    const details = await detailsOf(agentId)
    if (!details) return
    if (sample) {
      details.health = [...details.health, sample].slice(-mostSamples)
      const { pending, freeBytes, rssBytes } = sample
      const agent = await DesktopAgent.findOrFail(agentId)
      await agent.merge({ metadata: { pending, freeBytes, rssBytes } }).save()
    }
    if (lines) details.log = [...details.log, ...lines].slice(-mostLines)
    // Accept only the answer to the latest request for diagnostics.
    if (diagnostics && diagnostics.requestId === details.diagnosticsId) {
      details.merge({ diagnostics: diagnostics.text, diagnosticsAt: now() })
    }
    await details.save()
  })
}

/**
 * Locks the details row of an agent, and creates the row if needed; returns null for a deleted agent. Call it in
 * a transaction.
 */
export async function detailsOf(agentId: string): Promise<AgentDetails | null> {
  const agent = await DesktopAgent.find(agentId)
  if (!agent) return null
  const { environmentId } = agent
  await insertMissing(AgentDetails.table, [
    { id: newId(), environment_id: environmentId, agent_id: agentId, health: '[]', log: '[]' },
  ])
  return AgentDetails.query().where('agent_id', agentId).forUpdate().first()
}
