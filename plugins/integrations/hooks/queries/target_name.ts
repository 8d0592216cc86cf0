import { flowNames } from '@crossdock/flows/contracts'
import { Cache } from '@crossdock/kernel/cache'
import { clock } from '@crossdock/kernel/database'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import type { Address } from './addresses.js'

/** Cache time. Events invalidate the cache earlier; this limit covers manual database changes. */
const freshMs = 60_000

/**
 * The cache, by tenant, environment, and workflow or endpoint. Every request reads the name, which rarely
 * changes.
 */
const remembered = new Cache<{ id: string; name: string | null }>({
  async load(key) {
    const [type, id] = key.split('/').slice(-2) as ['workflow' | 'api_endpoint', string]
    if (type === 'workflow') return { id, name: (await flowNames.use().of([id])).get(id) ?? null }
    return { id, name: (await ApiEndpoint.find(id))?.name ?? null }
  },
  until: ({ name }) => (name === null ? 0 : clock.now() + freshMs),
  drop: ({ targetType, targetId }) =>
    targetType === 'workflow' || targetType === 'api_endpoint'
      ? ({ id }) => id === targetId
      : undefined,
})

/**
 * Returns the name of the workflow or endpoint of an address; null if it was deleted. Cached outside of
 * transactions.
 */
export async function targetName({
  workflowId,
  endpointId,
}: Pick<Address, 'workflowId' | 'endpointId'>): Promise<string | null> {
  const target = workflowId === null ? `api_endpoint/${endpointId}` : `workflow/${workflowId}`
  const { environmentId } = currentContext()
  const { name } = await remembered.get(`${currentTenantId()}/${environmentId ?? ''}/${target}`)
  return name
}
