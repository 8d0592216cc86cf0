import { flowNames } from '@crossdock/flows/contracts'
import { Cache } from '@crossdock/kernel/cache'
import { clock } from '@crossdock/kernel/database'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import type { Address } from './addresses.js'

/** The net under the events: a name that was changed by hand is found out after this long. */
const freshMs = 60_000

/** By tenant, environment, and workflow or endpoint: each request asks, and names hardly ever change. */
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

/** The name of the workflow or endpoint of an address; null when it was deleted. Asked outside of transactions, it is remembered. */
export async function targetName({
  workflowId,
  endpointId,
}: Pick<Address, 'workflowId' | 'endpointId'>): Promise<string | null> {
  const target = workflowId === null ? `api_endpoint/${endpointId}` : `workflow/${workflowId}`
  const { environmentId } = currentContext()
  const { name } = await remembered.get(`${currentTenantId()}/${environmentId ?? ''}/${target}`)
  return name
}
