import { transaction } from '@crossdock/kernel/database'
import type { Output } from '@crossdock/kernel/shapes'
import { closeCircuit, openCircuit } from '../circuit/state.js'
import { readCircuit } from '../queries/circuits.js'
import { findSystem } from '../queries/systems.js'
import type { circuitBody } from '../validators/systems.js'

/**
 * Pauses the calls to a system manually, or ends a pause.
 * @throws Problem 404
 */
export async function setCircuit(id: string, { state, reason }: Output<typeof circuitBody>) {
  await transaction(async () => {
    const system = await findSystem(id, { lock: true })
    if (state === 'closed') await closeCircuit(system, true)
    else await openCircuit(system, { byHand: true, reason: reason ?? null })
  })
  return readCircuit(id)
}
