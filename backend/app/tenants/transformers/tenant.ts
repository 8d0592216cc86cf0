import { answerOf, type Row } from '@crossdock/kernel/http'
import type { Tenant } from '../models/tenant.js'
import { tenantResponse } from '../validators/tenant.js'

/** What is counted for one tenant. */
export interface TenantCounts {
  activeUsers: number
  storageBytes: number
  totalAssets: number
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A size for people; nothing stored reads '0 GB'. */
export function storageText(bytes: number): string {
  if (bytes === 0) return '0 GB'
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

/** Both readings of a tenant: of the tenant list, and of the environment screens (slug, plan, …). */
export function showTenant(tenant: Row<Tenant>, counts: TenantCounts) {
  const { plan = null, customDomain = null } = tenant.settings
  return answerOf(tenantResponse, tenant, {
    ...counts,
    storageUsed: storageText(counts.storageBytes),
    slug: tenant.subdomain,
    isActive: tenant.status === 'active',
    plan,
    customDomain,
  })
}
