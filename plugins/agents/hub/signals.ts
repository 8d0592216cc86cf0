import { hint, onHint } from '@crossdock/kernel/events'
import type { AgentSignals } from '../contracts/index.js'

const topic = 'agents.sync'

/** Sends signals to the hubs of all processes. */
export const signals: AgentSignals = {
  signal: (agentId, contractId) => hint(topic, `${agentId} ${contractId}`),
}

/**
 * Listens for signals to agents.
 * @returns a function that stops listening
 */
export const onSignal = (listener: (agentId: string, contractId: string) => void): (() => void) =>
  onHint(topic, (text) => {
    const [agentId, contractId] = text.split(' ')
    if (agentId && contractId) listener(agentId, contractId)
  })
