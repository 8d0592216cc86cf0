import { findCircuit } from '../circuit/state.js'
import type { SystemCircuit } from '../models/system_circuit.js'
import { findSystem } from './systems.js'

/**
 * Returns whether the calls to a system are paused.
 * @throws Problem 404
 */
export async function readCircuit(id: string) {
  const system = await findSystem(id)
  return { systemId: system.id, ...showCircuit(await findCircuit(id)) }
}

/** Shows a circuit. The stored values of a closed circuit are history, and not shown. */
export function showCircuit(circuit: SystemCircuit | null | undefined) {
  if (!circuit || circuit.state === 'closed') {
    return { state: 'closed' as const, byHand: false, reason: null, openedAt: null, until: null }
  }
  const { state, byHand, reason, openedAt, until } = circuit
  return { state, byHand, reason, openedAt, until }
}
