import { hint, onHint } from '@crossdock/kernel/events'
import type { AgentSignals } from '../contracts/index.js'

const topic = 'agents.sync'

/** Reaches the hubs of all processes. */
export const signals: AgentSignals = {
  signal: (agentId, contractId) => hint(topic, `${agentId} ${contractId}`),
}

/** Hears for which agent there is something to ask. @returns what ends it */
export const onSignal = (listener: (agentId: string, contractId: string) => void): (() => void) =>
  onHint(topic, (text) => {
    const [agentId, contractId] = text.split(' ')
    if (agentId && contractId) listener(agentId, contractId)
  })
