import type { ConnectionOutcome, Connector } from '@crossdock/integrations/contracts'
import { DesktopAgent } from '../../models/desktop_agent.js'
import { config } from './config.js'

/**
 * A desktop agent as an external system. The agent calls Crossdock; Crossdock does not call it. The connection
 * test reports whether the agent is online.
 */
export const syncClient: Connector<typeof config> = {
  label: 'Sync Client',
  description: 'A desktop agent, which keeps files in step; it calls Crossdock.',
  icon: 'cable',
  config,
  // An agent has its own key. Systems of earlier versions may have any of these authentication types.
  authTypes: [
    'none',
    'bearer',
    'basic',
    'oauth2',
    'apikey',
    'oauth2_code',
    'digest',
    'client_certificate',
  ],
  capabilities: ['send', 'receive', 'observe'],
  operations: {
    async check({ system: { name, config } }) {
      if (!config.clientId) {
        return outcome(`${name} names no desktop agent.`, false, 'Enter the client ID of an agent.')
      }
      const [agent, another] = await DesktopAgent.query()
        .whereLike('client_id', `${config.clientId}%`)
        .whereNull('retired_at')
        .limit(2)
      if (!agent || another) {
        const which = another ? 'Several desktop agents have' : 'No desktop agent has'
        const sentence = `${which} a client ID that begins with "${config.clientId}".`
        return outcome(
          sentence,
          false,
          'Enter the whole client ID of an agent of this environment.'
        )
      }
      if (agent.connectionStatus === 'online') {
        return outcome(`The desktop agent ${agent.agentName} is online.`, true, null)
      }
      const advice = 'Check whether its computer is on, and whether it reaches this server.'
      return outcome(`The desktop agent ${agent.agentName} is offline.`, false, advice)
    },
  },
}

/** Returns the outcome of a connected agent: it is reachable, and has proven its key. */
function outcome(message: string, isOnline: boolean, advice: string | null): ConnectionOutcome {
  const known = isOnline ? true : null
  return {
    status: isOnline ? 'success' : 'error',
    statusCode: null,
    durationMs: 0,
    message,
    retryable: false,
    request: {},
    response: null,
    connection: { reachable: isOnline, trusted: known, authenticated: known, advice },
  }
}
