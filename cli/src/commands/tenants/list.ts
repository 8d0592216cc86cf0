import type { Tenant } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

export async function listTenants(factory: Factory): Promise<void> {
  const api = await factory.api()
  const tenants = await api.all<Tenant>('/api/tenants', { sort: ['name', 'ASC'] })
  await factory.printList(
    tenants,
    [
      { title: 'Name', text: (tenant) => tenant.name },
      { title: 'Subdomain', text: (tenant) => tenant.subdomain },
      {
        title: 'Status',
        text: (tenant) => tenant.status,
        style: (tenant, colors) => (tenant.status === 'active' ? colors.green : colors.yellow),
      },
      { title: 'Users', text: (tenant) => String(tenant.activeUsers), align: 'right' },
      { title: 'Assets', text: (tenant) => String(tenant.totalAssets), align: 'right' },
      {
        title: 'Storage',
        text: (tenant) => tenant.storageUsed,
        raw: (tenant) => String(tenant.storageBytes),
        align: 'right',
      },
      {
        title: 'Last active',
        text: (tenant) => formatRelative(tenant.updatedAt),
        raw: (tenant) => tenant.updatedAt,
      },
      { title: 'Id', text: (tenant) => tenant.id, onlyPiped: true },
    ],
    'No tenants found. Create one with "crossdock tenants create".'
  )
}
