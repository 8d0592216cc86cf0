import { clock } from '@crossdock/kernel/database'
import { Cache } from '@crossdock/kernel/cache'
import { notFound, Problem, text } from '@crossdock/kernel/ground'
import {
  type EnvironmentResolver,
  currentTenantId,
  inTenant,
  peekContext,
  tenantTable,
} from '@crossdock/kernel/tenancy'
import { parseObject } from '@crossdock/kernel/json'
import type { Limits } from '@crossdock/kernel/ledger'
import type { Environments } from '../contracts/index.js'

/** The data that every request needs about an environment. */
export interface Known {
  id: string
  name: string
  isActive: boolean
  /** Limits by the names of their meters. */
  limits: Limits
}

/** Columns that hold the limit of a meter, by the meter's name. All other limits are in the column `limits`. */
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

/** Maximum age of cached data, because an event may be lost and databases may be changed manually. */
const freshMs = 10_000

/**
 * Caches the environments of each tenant that are not deleted. Every request reads them, and they rarely change.
 */
const environments = new Cache<Known[]>({
  load: (tenantId) => inTenant(tenantId, read),
  // Do not cache an empty list, because the tenant is about to get an environment.
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
  // PostgreSQL returns JSON as an object, SQLite as text.
  const given = typeof row.limits === 'string' ? (parseObject(row.limits) ?? {}) : row.limits
  const others = Object.entries((given ?? {}) as Record<string, unknown>).filter(
    ([, limit]) => typeof limit === 'number'
  )
  return Object.fromEntries([...others, ...own]) as Limits
}

/**
 * Returns the environments of a tenant that are not deleted. Reads them from the cache if possible, because
 * every request needs them, and an upload even four times in one transaction.
 */
export const knownEnvironments = (tenantId: string): Known[] | Promise<Known[]> =>
  environments.kept(tenantId) ?? environments.get(tenantId)

/** Returns one environment by its id; undefined if it is deleted. */
export function knownEnvironment(
  tenantId: string,
  id: string
): Known | undefined | Promise<Known | undefined> {
  const known = knownEnvironments(tenantId)
  return known instanceof Promise ? known.then(withId(id)) : withId(id)(known)
}

const withId = (id: string) => (all: Known[]) => all.find((known) => known.id === id)

/** Finds the environment of a request: the requested one (id or name), otherwise `production`. */
export const resolver: EnvironmentResolver = {
  async resolve(tenantId, requested) {
    const wanted = requested ?? 'production'
    const known = await environments.get(tenantId)
    const found = known.find(({ id, name }) => id === wanted || name === wanted)
    if (!found && requested !== null) {
      // The token's environment is gone, so every request with this token fails.
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
    text('The environment of this token was deleted. Use a token of another environment.'),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
