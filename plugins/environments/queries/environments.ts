import { Cache } from '@crossdock/kernel/cache'
import {
  notFound,
  paginate,
  searchIn,
  type EnvironmentResolver,
  type ListDefinition,
  type ListRequest,
  type Page,
} from '@crossdock/kernel/http'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { environmentNames } from '../contracts/index.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { figuresOf } from '../usage/figures.js'
import { showEnvironment } from '../transformers/environment.js'

type Shown = ReturnType<typeof showEnvironment>

export const environmentList: ListDefinition = {
  resource: 'environments',
  filters: { name: environmentNames, isActive: 'boolean', search: 'text' },
  sorts: { name: 'name', createdAt: 'created_at' },
  defaultSort: ['createdAt', 'asc'],
}

export async function listEnvironments(request: ListRequest): Promise<Page<Shown>> {
  const search = searchIn('name', 'display_name')
  const page = await paginate(TenantEnvironment.query(), environmentList, request, { search })
  const figures = await figuresOf(page.rows)
  return page.map((environment) => showEnvironment(environment, figures(environment)))
}

interface Known {
  id: string
  name: string
}

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 10_000

/** Of each tenant. Every request asks, and environments hardly ever change. */
const environments = new Cache<Known[]>({
  load: (tenantId) =>
    inTenant(tenantId, () => tenantTable<Known>('tenant_environments').select('id', 'name')),
  // A tenant that has none yet is about to get one.
  until: (known) => (known.length > 0 ? Date.now() + freshMs : 0),
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => key === targetId
    return targetType === 'environment' ? (_, key) => key === tenantId : undefined
  },
})

/** Finds the environment a request works in: the one it names (id or name), else `production`. */
export const resolver: EnvironmentResolver = {
  async resolve(tenantId, requested) {
    const wanted = requested ?? 'production'
    const known = await environments.get(tenantId)
    const found = known.find(({ id, name }) => id === wanted || name === wanted)
    if (!found && requested !== null)
      throw notFound('There is no environment with the id or name "{id}".', requested)
    return found?.id ?? null
  },
}
