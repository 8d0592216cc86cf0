import { graceDays, recordName, recordValue } from '../domain_name.js'
import { colorsOf } from '../contracts/looks.js'
import type { TenantBranding } from '../models/tenant_branding.js'
import { logoPath, type Branding } from '../queries/branding.js'

const day = 24 * 60 * 60_000

/** The branding of the tenant, with the resulting colors and contrasts. */
export function showBranding({ row, logo }: Branding) {
  return {
    productName: row?.productName ?? null,
    primaryColor: row?.primaryColor ?? null,
    accentColor: row?.accentColor ?? null,
    mailSender: row?.mailSender ?? null,
    mailFooter: row?.mailFooter ?? null,
    logo: logo && logoPath(logo),
    colors: row && colorsOf(row),
    ...showDomain(row),
    updatedAt: row?.updatedAt ?? null,
  }
}

export function showDomain(row: TenantBranding | null) {
  const { domain = null, domainChallenge = null } = row ?? {}
  if (!row || !domain || !domainChallenge) return { customDomain: null, domain: null }
  const { domainVerifiedAt, domainCheckedAt, domainMissingSince } = row
  const ends = domainMissingSince && Date.parse(domainMissingSince) + graceDays * day
  return {
    customDomain: domain,
    domain: {
      status: !domainVerifiedAt ? 'claimed' : domainMissingSince ? 'missing' : 'verified',
      recordName: recordName(domain),
      recordValue: recordValue(domainChallenge),
      verifiedAt: domainVerifiedAt,
      checkedAt: domainCheckedAt,
      endsAt: ends ? new Date(ends).toISOString() : null,
    },
  }
}
