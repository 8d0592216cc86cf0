import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { notFound, Problem, text, type EnvironmentResolver } from '@crossdock/kernel/http'
import { parseObject } from '@crossdock/kernel/json'
import type { Limits } from '@crossdock/kernel/ledger'
import { currentTenantId, inTenant, peekContext, tenantTable } from '@crossdock/kernel/tenancy'
import type { Environments } from '../contracts/index.js'

/** What every request asks about an environment. */
export interface Known {
  id: string
  name: string
  isActive: boolean
  /** By the names of meters. */
  limits: Limits
}

/** Columns that are the limit of a meter, by its name: fields of their own beside `limits`. */
export const limitColumns = {
  apiCallsPerMonth: 'api_calls_per_month',
  concurrentConnections: 'concurrent_connections',
  rateLimitPerMinute: 'rate_limit_per_minute',
  storageQuotaGB: 'storage_quota_gb',
  maxFileSize: 'max_file_size',
  maxExternalSystems: 'max_external_systems',
  maxWorkflows: 'max_workflows',
  maxApiEndpoints: 'max_api_endpoints',
  maxWebhooks: 'max_webhooks',
} as const

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 10_000

/** Those of each tenant that are not deleted. Every request asks, and environments hardly ever change. */
const environments = new Cache<Known[]>({
  load: (tenantId) => inTenant(tenantId, read),
  // A tenant that has none yet is about to get one.
  until: (known) => (known.length > 0 ? clock.now() + freshMs : 0),
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => key === targetId
    return targetType === 'environment' ? (_, key) => key === tenantId : undefined
  },
})

async function read(): Promise<Known[]> {
  const rows = await tenantTable('tenant_environments')
    .whereNull('deleted_at')
    .select('id', 'name', 'is_active', 'limits', ...Object.values(limitColumns))
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    isActive: Boolean(row.is_active),
    limits: limitsIn(row),
  }))
}

function limitsIn(row: Record<string, unknown>): Limits {
  const own = Object.entries(limitColumns).map(([name, column]) => [name, Number(row[column])])
  // PostgreSQL gives JSON as what it is.
  const given = typeof row.limits === 'string' ? (parseObject(row.limits) ?? {}) : row.limits
  const others = Object.entries((given ?? {}) as Record<string, unknown>).filter(
    ([, limit]) => typeof limit === 'number'
  )
  return Object.fromEntries([...others, ...own]) as Limits
}

/**
 * The environments of a tenant that are not deleted, at once from memory in transactions, too: every request asks, and an
 * upload four times in one.
 */
export const knownEnvironments = (tenantId: string): Known[] | Promise<Known[]> =>
  environments.kept(tenantId) ?? environments.get(tenantId)

/** One of them by its id; undefined when it is not there any more. */
export function knownEnvironment(
  tenantId: string,
  id: string
): Known | undefined | Promise<Known | undefined> {
  const known = knownEnvironments(tenantId)
  return known instanceof Promise ? known.then(withId(id)) : withId(id)(known)
}

const withId = (id: string) => (all: Known[]) => all.find((known) => known.id === id)

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

export const active: Environments = {
  isActive: async (id) => (await knownEnvironment(currentTenantId(), id))?.isActive ?? false,
}

const ended = () =>
  new Problem(
    401,
    'E_TOKEN',
    text('The environment this token works in was deleted. Use a token of another one.'),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
