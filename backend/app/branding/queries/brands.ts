import { clock } from '@crossdock/kernel/database'
import type { Brand } from '@crossdock/backend/tenants'
import { Cache } from '@crossdock/kernel/cache'
import { tenantDirectory, inTenant } from '@crossdock/kernel/tenancy'
import { brandingChanged } from '../event_types.js'
import { colorsOf } from '../contracts/looks.js'
import { defaultBrand } from '../contracts/page_brand.js'
import { findBranding, logoPath } from './branding.js'

interface Kept {
  tenantId: string | null
  brand: Brand
}

const known = new Cache<Kept>({
  size: 1_000,
  // Anyone can ask for any subdomain, so entries expire; events report changes.
  until: () => clock.now() + 10 * 60_000,
  async load(organization) {
    const tenant = await tenantDirectory.use().find(organization)
    if (tenant?.status !== 'active') return { tenantId: null, brand: defaultBrand }
    return { tenantId: tenant.id, brand: await inTenant(tenant.id, read) }
  },
  drop({ eventType, tenantId }) {
    if (eventType === brandingChanged.name) return (kept) => kept.tenantId === tenantId
    // An organization was created, opened, closed or renamed.
    return eventType.startsWith('tenant_') ? () => true : undefined
  },
})

async function read(): Promise<Brand> {
  const { row, logo } = await findBranding()
  return {
    productName: row?.productName ?? null,
    logo: logo && logoPath(logo),
    colors: row && colorsOf(row),
  }
}

/** See `brands`. */
export const brandOf = async (organization: string): Promise<Brand> =>
  (await known.get(organization)).brand
