import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { ExternalSystem } from '../models/external_system.js'

export interface CallTarget {
  endpoint: ApiEndpoint
  system: ExternalSystem
}

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 3_000

/** By tenant, environment and endpoint: who works elsewhere is not given what is remembered here. */
const remembered = new Cache<CallTarget | null>({
  async load(key) {
    const endpoint = await ApiEndpoint.find(key.slice(key.lastIndexOf('/') + 1))
    const system = endpoint && (await ExternalSystem.find(endpoint.systemId))
    return endpoint && system ? { endpoint, system } : null
  },
  until: (target) => (target ? clock.now() + freshMs : 0),
  drop({ targetType, targetId }) {
    if (targetType === 'api_endpoint') return (target) => target?.endpoint.id === targetId
    if (targetType === 'external_system') return (target) => target?.system.id === targetId
    return undefined
  },
})

/** What a step calls, as it is now, from memory as long as the log tells of no change; null when it was deleted. */
export function callTarget(endpointId: string): Promise<CallTarget | null> {
  const { environmentId } = currentContext()
  return remembered.get(`${currentTenantId()}/${environmentId ?? ''}/${endpointId}`)
}
