import type { SystemFlow } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { systemFlowKind } from './kind.js'

/** Activates or pauses a system flow. */
export async function switchSystemFlow(
  factory: Factory,
  typed: string,
  isActive: boolean
): Promise<void> {
  const api = await factory.api()
  const { id } = await findRecord<SystemFlow>(api, systemFlowKind, typed)
  const flow = await api.put<SystemFlow>(`${systemFlowKind.path}/${id}`, { isActive })
  if (factory.flags.json) return factory.printJson(flow)
  factory.say(isActive ? `${flow.name} is active.` : `${flow.name} is paused.`)
}
