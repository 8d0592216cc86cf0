import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { brands } from '../contracts/index.js'
import type { Tenant } from '../models/tenant.js'
import { countForTenants } from '../queries/count_for_tenants.js'
import { tenantResponse } from '../validators/tenant.js'

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A readable size; 0 bytes read '0 GB'. */
function storageText(bytes: number): string {
  if (bytes === 0) return '0 GB'
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${Number(value.toFixed(1))} ${units[power]}`
}

/** Answers for the tenant list and for the environment screens (slug, plan, …). */
export async function showTenants(tenants: Row<Tenant>[]) {
  const ids = tenants.map(({ id }) => id)
  const countsOf = await countForTenants(ids)
  const domains = await brands.use().domainsOf(ids)
  return tenants.map((tenant) => {
    const counts = countsOf(tenant.id)
    return answerOf(tenantResponse, tenant, {
      ...counts,
      storageUsed: storageText(counts.storageBytes),
      slug: tenant.subdomain,
      isActive: tenant.status === 'active',
      plan: tenant.settings.plan ?? null,
      customDomain: domains.get(tenant.id) ?? null,
    })
  })
}
