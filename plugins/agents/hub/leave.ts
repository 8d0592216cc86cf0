import { transaction } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { recordAgentEvent } from '../actions/recorded.js'
import { agentOffline } from '../event_types.js'
import { DesktopAgent } from '../models/desktop_agent.js'

/** Releases the agent of a closed connection, so that another connection can take over immediately. */
export async function releaseAgent(agentId: string, connectionId: string): Promise<void> {
  const where = { id: agentId, connection_id: connectionId }
  await tenantRows(DesktopAgent.table).update(where, { connection_id: null })
}

/**
 * Marks an agent as offline if it has no connection or sends no heartbeats.
 * @param silentSince an agent without a heartbeat since this time becomes offline even if it has a connection;
 * omit it to check only for a connection
 */
export function markOffline(agentId: string, silentSince?: string): Promise<void> {
  return transaction(async () => {
    const agent = await DesktopAgent.query().where('id', agentId).forUpdate().first()
    if (!agent || agent.connectionStatus === 'offline') return
    const isGone = silentSince
      ? (agent.lastHeartbeat ?? '') < silentSince
      : agent.connectionId === null
    if (!isGone) return
    await agent.merge({ connectionStatus: 'offline', connectionId: null }).save()
    await recordAgentEvent(agentOffline, agent)
  })
}
