import type { Row } from '@crossdock/kernel/http'
import type { Tenant } from '../models/tenant.js'

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
  return {
    id: tenant.id,
    name: tenant.name,
    subdomain: tenant.subdomain,
    status: tenant.status,
    activeUsers: counts.activeUsers,
    storageUsed: storageText(counts.storageBytes),
    storageBytes: counts.storageBytes,
    totalAssets: counts.totalAssets,
    slug: tenant.subdomain,
    isActive: tenant.status === 'active',
    plan: tenant.settings.plan ?? null,
    customDomain: tenant.settings.customDomain ?? null,
    createdAt: tenant.createdAt,
    updatedAt: tenant.updatedAt,
  }
}
