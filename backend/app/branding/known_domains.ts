import { Present } from '@crossdock/kernel/cache'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { domainLost, domainVerified } from './event_types.js'

/** Verified domains of active organizations, and the subdomains of these organizations. */
interface Known {
  byDomain: Map<string, string>
  bySubdomain: Map<string, string>
  /** Subdomains by tenant id. */
  byTenant: Map<string, string>
}

/** Events that close or open a tenant, or change its subdomain. */
const ofTenants = new Set([
  'tenant_updated',
  'tenant_suspended',
  'tenant_reactivated',
  'tenant_deletion_planned',
  'tenant_restored',
  domainLost.name,
])

/** Read at every request, so it never waits. While it is not loaded, a custom domain counts as unknown. */
export const knownDomains = new Present<Known>({
  async load() {
    const rows: { tenant_id: string; domain: string; subdomain: string }[] = await asOperator(
      'a request names its organization by its host',
      () =>
        unscoped()
          .from('tenant_branding')
          .join('tenants', 'tenants.id', 'tenant_branding.tenant_id')
          .where('tenants.status', 'active')
          .whereNotNull('tenant_branding.domain_verified_at')
          .select('tenant_branding.tenant_id', 'tenant_branding.domain', 'tenants.subdomain')
    )
    return {
      byDomain: new Map(rows.map(({ domain, subdomain }) => [domain, subdomain])),
      bySubdomain: new Map(rows.map(({ domain, subdomain }) => [subdomain, domain])),
      byTenant: new Map(rows.map(({ tenant_id, subdomain }) => [tenant_id, subdomain])),
    }
  },
  outdated({ eventType, tenantId, targetId }, known) {
    if (eventType === domainVerified.name) return true
    if (!ofTenants.has(eventType)) return false
    // Removes the domain immediately; it returns with the next read.
    if (known) forget(known, tenantId ?? targetId ?? '')
    return true
  },
})

function forget({ byDomain, bySubdomain, byTenant }: Known, tenantId: string): void {
  const subdomain = byTenant.get(tenantId)
  if (subdomain === undefined) return
  byDomain.delete(bySubdomain.get(subdomain) ?? '')
  bySubdomain.delete(subdomain)
  byTenant.delete(tenantId)
}
