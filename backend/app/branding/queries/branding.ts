import { TenantBranding } from '../models/tenant_branding.js'
import { TenantLogo } from '../models/tenant_logo.js'

/** The branding of the context's tenant, and the hash of its logo. */
export interface Branding {
  row: TenantBranding | null
  logo: string | null
}

export async function findBranding(): Promise<Branding> {
  const row = await TenantBranding.query().first()
  const logo = await TenantLogo.query().select('id', 'hash').first()
  return { row, logo: logo?.hash ?? null }
}

/** The path of a logo. */
export const logoPath = (hash: string): string => `/api/branding/logo/${hash}`
