import { Cache } from '@crossdock/kernel/cache'
import { notFound, Problem, text, type EnvironmentResolver } from '@crossdock/kernel/http'
import { inTenant, peekContext, tenantTable } from '@crossdock/kernel/tenancy'

/** What every request asks about an environment. */
export interface Known {
  id: string
  name: string
  isActive: boolean
}

interface Row {
  id: string
  name: string
  is_active: boolean | number
}

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 10_000

/** Those of each tenant that are not deleted. Every request asks, and environments hardly ever change. */
const environments = new Cache<Known[]>({
  load: (tenantId) => inTenant(tenantId, read),
  // A tenant that has none yet is about to get one.
  until: (known) => (known.length > 0 ? Date.now() + freshMs : 0),
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => key === targetId
    return targetType === 'environment' ? (_, key) => key === tenantId : undefined
  },
})

async function read(): Promise<Known[]> {
  const rows = await tenantTable<Row>('tenant_environments')
    .whereNull('deleted_at')
    .select('id', 'name', 'is_active')
  return rows.map(({ id, name, is_active }) => ({ id, name, isActive: Boolean(is_active) }))
}

/** One of a tenant's environments by its id; undefined when it is not there any more. */
export async function knownEnvironment(tenantId: string, id: string): Promise<Known | undefined> {
  return (await environments.get(tenantId)).find((known) => known.id === id)
}

/** Finds the environment a request works in: the one it names (id or name), else `production`. */
export const resolver: EnvironmentResolver = {
  async resolve(tenantId, requested) {
    const wanted = requested ?? 'production'
    const known = await environments.get(tenantId)
    const found = known.find(({ id, name }) => id === wanted || name === wanted)
    if (!found && requested !== null) {
      // Nothing that the token asks for can be answered again.
      if (requested === peekContext()?.caller.environmentId) throw ended()
      throw notFound('There is no environment with the id or name "{id}".', requested)
    }
    return found?.id ?? null
  },
}

const ended = () =>
  new Problem(
    401,
    'E_TOKEN',
    text('The environment this token works in was deleted. Use a token of another one.'),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
