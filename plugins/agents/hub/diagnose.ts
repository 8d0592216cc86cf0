import { AgentDetails } from '../models/agent_details.js'
import type { AgentConnection } from './connection.js'

/** Asks an agent for the diagnostics that a person requested. */
export function askForDiagnostics(connection: AgentConnection): Promise<void> {
  return connection.inside(async () => {
    const details = await AgentDetails.query().where('agent_id', connection.agentId).first()
    if (!details?.diagnosticsId || details.diagnostics !== null) return
    connection.send({ type: 'diagnose', requestId: details.diagnosticsId })
  })
}
