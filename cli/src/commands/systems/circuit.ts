import type { ExternalSystem, SystemCircuit } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { systemKind } from './kind.js'

interface Change {
  state: 'open' | 'closed'
  reason?: string | undefined
}

/** Pauses the calls to a system, or resumes them. */
export async function setCircuit(factory: Factory, typed: string, change: Change): Promise<void> {
  const api = await factory.api()
  const { id, name } = await findRecord<ExternalSystem>(api, systemKind, typed)
  const circuit = await api.post<SystemCircuit>(`${systemKind.path}/${id}/circuit`, change)
  if (factory.flags.json) return factory.printJson(circuit)
  factory.say(
    circuit.state === 'closed' ? `Calls to ${name} are resumed.` : `Calls to ${name} are paused.`
  )
}
