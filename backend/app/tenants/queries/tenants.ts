import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  searched,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { asOperator } from '@crossdock/kernel/tenancy'
import { Tenant } from '../models/tenant.js'

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

export function listTenants(list: ListRequest): Promise<Page<Row<Tenant>>> {
  return asOperator('the operator lists every tenant', () =>
    paginate(Tenant.query(), tenantList, list, { search: searched('tenants', 'name', 'subdomain') })
  )
}

/** @throws Problem 404 */
export async function findTenant(id: string): Promise<Tenant> {
  const tenant = await asOperator('the operator reads any tenant', () => Tenant.find(id))
  if (!tenant) throw notFound('There is no tenant with the id "{id}".', id)
  return tenant
}
