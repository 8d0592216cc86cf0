import {
  notFound,
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantFigures } from '../contracts/index.js'
import { Tenant } from '../models/tenant.js'
import { showTenant, type TenantCounts } from '../transformers/tenant.js'

export const tenantList: ListDefinition = {
  resource: 'tenants',
  filters: { status: 'text', search: 'text' },
  sorts: {
    name: 'name',
    subdomain: 'subdomain',
    status: 'status',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  defaultSort: ['name', 'asc'],
}

export type ShownTenant = ReturnType<typeof showTenant>

/** A page of tenants with their counts. */
export async function listTenants(list: ListRequest): Promise<Page<ShownTenant>> {
  const page = await asOperator('the operator lists every tenant', () =>
    paginate(Tenant.query(), tenantList, list, { search: searchIn('name', 'subdomain') })
  )
  const countsOf = await countsFor(page.rows.map(({ id }) => id))
  return page.map((tenant) => showTenant(tenant, countsOf(tenant.id)))
}

/** One tenant with its counts. @throws Problem 404 */
export async function findTenant(id: string): Promise<ShownTenant> {
  const tenant = await asOperator('the operator reads any tenant', () => Tenant.find(id))
  if (!tenant) throw notFound('There is no tenant with the id "{id}".', id)
  const countsOf = await countsFor([id])
  return showTenant(tenant as Row<Tenant>, countsOf(id))
}

/** Counts of several tenants, one grouped query a figure. */
async function countsFor(ids: string[]): Promise<(id: string) => TenantCounts> {
  const count = (name: string) => (ids.length === 0 ? undefined : tenantFigures.get(name)?.(ids))
  return asOperator('count what each tenant has', async () => {
    const activeUsers = await count('activeUsers')
    const storageBytes = await count('storageBytes')
    const totalAssets = await count('totalAssets')
    return (id) => ({
      activeUsers: activeUsers?.get(id) ?? 0,
      storageBytes: storageBytes?.get(id) ?? 0,
      totalAssets: totalAssets?.get(id) ?? 0,
    })
  })
}
