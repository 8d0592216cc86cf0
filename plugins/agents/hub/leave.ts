import { transaction } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { tellOfAgent } from '../actions/told.js'
import { agentOffline } from '../event_types.js'
import { DesktopAgent } from '../models/desktop_agent.js'

/** The connection is gone: another one takes over at once. */
export async function giveUp(agentId: string, connectionId: string): Promise<void> {
  const where = { id: agentId, connection_id: connectionId }
  await tenantRows(DesktopAgent.table).update(where, { connection_id: null })
}

/**
 * Marks an agent as offline that no connection speaks for, or that is silent.
 * @param silentSince without a sign of life since then it is offline, whatever holds it; left out: when nothing holds it
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
    await tellOfAgent(agentOffline, agent)
  })
}
