import { systemFlows } from '@crossdock/flows/contracts'
import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { findCircuit } from '../circuit/state.js'
import { ExternalSystem } from '../models/external_system.js'
import type { SystemCircuit } from '../models/system_circuit.js'

export interface CallTarget {
  endpoint: ApiEndpoint
  system: ExternalSystem
  /** Null if the calls to the system were never paused. */
  circuit: SystemCircuit | null
  /** Names of the system's events that start flows. */
  triggeringEvents: ReadonlySet<string>
}

/** Cache time. Events invalidate the cache earlier; this limit covers manual database changes. */
const freshMs = 3_000

/** The key contains tenant, environment and endpoint, so that environments never share an entry. */
const remembered = new Cache<CallTarget | null>({
  async load(key) {
    const endpoint = await ApiEndpoint.find(key.slice(key.lastIndexOf('/') + 1))
    const system = endpoint && (await ExternalSystem.find(endpoint.systemId))
    if (!endpoint || !system) return null
    const triggeringEvents = await systemFlows.use().eventsOf(system.id)
    return { endpoint, system, circuit: await findCircuit(system.id), triggeringEvents }
  },
  until: (target) => (target ? clock.now() + freshMs : 0),
  drop({ targetType, targetId }) {
    if (targetType === 'api_endpoint') return (target) => target?.endpoint.id === targetId
    if (targetType === 'external_system') return (target) => target?.system.id === targetId
    // A changed flow may now start on events of another system.
    if (targetType === 'workflow') return () => true
    return undefined
  },
})

/**
 * Returns the endpoint that a step calls, with its system; null if one of them was deleted. The result is cached
 * until an event reports a change.
 */
export function callTarget(endpointId: string): Promise<CallTarget | null> {
  const { environmentId } = currentContext()
  return remembered.get(`${currentTenantId()}/${environmentId ?? ''}/${endpointId}`)
}
