import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** See `brands`. */
export async function verifiedDomains(
  tenantIds: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const rows: { tenant_id: string; domain: string }[] = await asOperator(
    'the operator sees the domains of all tenants',
    () =>
      unscoped()
        .from('tenant_branding')
        .whereIn('tenant_id', [...tenantIds])
        .whereNotNull('domain_verified_at')
        .select('tenant_id', 'domain')
  )
  return new Map(rows.map(({ tenant_id, domain }) => [tenant_id, domain]))
}

/** The tenant that owns a domain; null while it is not verified. */
export async function ownerOf(
  domain: string
): Promise<{ tenantId: string; isOpen: boolean } | null> {
  const row: { tenant_id: string; status: string } | null = await asOperator(
    'a domain belongs to one tenant of all',
    () =>
      unscoped()
        .from('tenant_branding')
        .join('tenants', 'tenants.id', 'tenant_branding.tenant_id')
        .where('tenant_branding.domain', domain)
        .whereNotNull('tenant_branding.domain_verified_at')
        .select('tenant_branding.tenant_id', 'tenants.status')
        .first()
  )
  return row && { tenantId: row.tenant_id, isOpen: row.status === 'active' }
}
