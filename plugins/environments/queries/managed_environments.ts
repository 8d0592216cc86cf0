import { countersOf } from '@crossdock/kernel/counters'
import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Page,
} from '@crossdock/kernel/lists'
import type { Output } from '@crossdock/kernel/shapes'
import { ledger } from '@crossdock/kernel/ledger'
import { asOperator, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { environmentNames } from '../contracts/index.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { showManaged } from '../transformers/environment.js'
import { figuresOf, inGB } from '../usage/figures.js'
import type { summaryAnswer } from '../validators/managed_environments.js'

type Shown = ReturnType<typeof showManaged>

const reason = 'the operator manages the environments of every tenant'

export const managedEnvironmentList: ListDefinition = {
  resource: 'environments',
  filters: {
    tenantId: 'id',
    name: environmentNames,
    isActive: 'boolean',
    isDeleted: 'boolean',
    search: 'text',
  },
  sorts: {
    tenantId: 'tenant_id',
    tenantName:
      '(select lower(tenants.name) from tenants where tenants.id = tenant_environments.tenant_id)',
    name: 'name',
    displayName: 'display_name',
    isActive: 'is_active',
    apiCallsPerMonth: 'api_calls_per_month',
    apiCallsUsed: 'api_calls_used',
    storageQuotaGB: 'storage_quota_gb',
    storageUsedGB: 'storage_used_gb',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  // Environments of one tenant are listed together.
  defaultSort: ['tenantName', 'asc'],
}

/** Returns environments of all tenants. Deleted environments are included only if the request filters for them. */
export async function listManaged(request: ListRequest): Promise<Page<Shown>> {
  const { isDeleted = false } = request.filter
  return asOperator(reason, async () => {
    const page = await paginate(
      TenantEnvironment.query(),
      managedEnvironmentList,
      { ...request, filter: { ...request.filter, isDeleted } },
      {
        search: searchIn('name', 'display_name'),
        isDeleted: (query, wanted) =>
          wanted ? query.whereNotNull('deleted_at') : query.whereNull('deleted_at'),
      }
    )
    const figures = await figuresOf(page.rows)
    return page.map((environment) => showManaged(environment, figures(environment)))
  })
}

/** Returns an environment with its usage. */
export function withFigures(environment: TenantEnvironment): Promise<Shown> {
  return asOperator(reason, async () => {
    const figures = await figuresOf([environment])
    return showManaged(environment, figures(environment))
  })
}

/**
 * Returns an environment of any tenant, even if it is deleted.
 * @throws Problem 404
 */
export async function findManaged(id: string): Promise<TenantEnvironment> {
  const found = await asOperator(reason, () => TenantEnvironment.find(id))
  if (!found) throw noEnvironment(id)
  return found
}

export const noEnvironment = (id: string) =>
  notFound('There is no environment with the id "{id}".', id)

/** Returns the total usage of all environments, or of the environments of one tenant. */
export async function summarize(
  tenantId: string | undefined
): Promise<Output<typeof summaryAnswer>> {
  return tenantId === undefined ? asOperator(reason, summary) : inTenant(tenantId, summary)
}

async function summary(): Promise<Output<typeof summaryAnswer>> {
  const query = tenantTable<Record<string, number | string>>('tenant_environments')
  const sums = {
    environments: 'count(*)',
    active: 'coalesce(sum(case when is_active then 1 else 0 end), 0)',
    allowed: 'coalesce(sum(api_calls_per_month), 0)',
    // Files belong to the tenant, so only the quota of `production` limits their bytes.
    quota: `coalesce(sum(case when name = 'production' then storage_quota_gb else 0 end), 0)`,
  }
  const [row] = await query
    .whereNull('deleted_at')
    .select(Object.entries(sums).map(([name, sql]) => query.client.raw(`${sql} as ${name}`)))
  const [stored] = await countersOf(['storage.chunks'])
  const sum = (name: keyof typeof sums) => Number(row?.[name] ?? 0)
  return {
    environments: sum('environments'),
    activeEnvironments: sum('active'),
    apiCallsUsed: await ledger.use().usedTogether('apiCallsPerMonth'),
    apiCallsPerMonth: sum('allowed'),
    storageUsedGB: inGB(stored?.total ?? 0),
    storageQuotaGB: sum('quota'),
  }
}
