import { Cache } from '@crossdock/kernel/cache'
import { parseObject } from '@crossdock/kernel/json'
import type { EnvironmentLimits, Limits } from '@crossdock/kernel/ledger'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'

/** Columns that are the limit of a meter, by its name. */
const columns = {
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

interface Known {
  id: string
  name: string
  limits: Limits
}

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 10_000

/** Of each tenant. Every call asks, and limits hardly ever change. */
const known = new Cache<Known[]>({
  load: (tenantId) =>
    inTenant(tenantId, async () => {
      const rows = await tenantTable('tenant_environments').select(
        ...['id', 'name', 'limits', ...Object.values(columns)]
      )
      return rows.map(readRow)
    }),
  // A tenant that has none yet is about to get one.
  until: (found) => (found.length > 0 ? Date.now() + freshMs : 0),
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => key === targetId
    return targetType === 'environment' ? (_, key) => key === tenantId : undefined
  },
})

function readRow(row: Record<string, unknown>): Known {
  const own = Object.entries(columns).map(([name, column]) => [name, Number(row[column])])
  // PostgreSQL gives JSON as what it is.
  const given = typeof row.limits === 'string' ? (parseObject(row.limits) ?? {}) : row.limits
  const others = Object.entries((given ?? {}) as Record<string, unknown>).filter(
    ([, limit]) => typeof limit === 'number'
  )
  const limits = Object.fromEntries([...others, ...own]) as Limits
  return { id: String(row.id), name: String(row.name), limits }
}

/** What environments may use, as the ledger asks for it. */
export const limitsOfEnvironments: EnvironmentLimits = {
  async of({ tenantId, environmentId }) {
    const found = (await known.get(tenantId)).find(({ id }) => id === environmentId)
    return found?.limits ?? null
  },
  async production(tenantId) {
    return (await known.get(tenantId)).find(({ name }) => name === 'production')?.id ?? null
  },
}
