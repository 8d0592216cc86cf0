import { grants } from '@crossdock/backend/access'
import { isUniqueViolation, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { findTexts, type Found } from '../dns.js'
import { recordName, recordValue } from '../domain_name.js'
import { domainVerified } from '../event_types.js'
import { knownDomains } from '../known_domains.js'
import { lookupsPerTenant } from '../limits.js'
import { TenantBranding } from '../models/tenant_branding.js'
import { domainTaken } from './claimable.js'
import { lockBranding } from './write_branding.js'

const mostShown = 5

/** The result of a DNS lookup. */
export interface LookupResult {
  outcome: 'verified' | 'absent' | 'other' | 'unreachable'
  /** The texts of the record. */
  found: string[]
}

/** Compares the found texts with the required one. */
export function compareTexts(found: Found, challenge: string): LookupResult {
  if ('unreachable' in found) return { outcome: 'unreachable', found: [] }
  if ('absent' in found) return { outcome: 'absent', found: [] }
  const isThere = found.texts.some((one) => one.trim() === recordValue(challenge))
  const shown = found.texts.slice(0, mostShown).map((one) => one.slice(0, 255))
  return { outcome: isThere ? 'verified' : 'other', found: shown }
}

/**
 * Looks for the proof of the claimed domain in DNS. With it, the domain belongs to the context's tenant immediately,
 * in every process.
 * @throws Problem 403 for callers with fewer permissions than an administrator, 409 when none is claimed, the claim
 *   changed in between, or another tenant verified it first; 429
 */
export async function verifyDomain(): Promise<LookupResult> {
  const claimed = await TenantBranding.query().first()
  if (!claimed?.domain || !claimed.domainChallenge) throw nothingClaimed()
  await assertMayDecideDomain()
  const { domain, domainChallenge } = claimed
  await lookupsPerTenant.use(currentTenantId())
  const looked = compareTexts(await findTexts(recordName(domain)), domainChallenge)
  try {
    await transaction(async () => {
      const row = await lockBranding()
      if (row.domain !== domain || row.domainChallenge !== domainChallenge) throw changed()
      await recordLookup(row, looked)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'domain')) throw error
    throw domainTaken(domain)
  }
  await knownDomains.settled()
  return looked
}

async function recordLookup(row: TenantBranding, { outcome }: LookupResult): Promise<void> {
  const isNew = outcome === 'verified' && !row.domainVerifiedAt
  row.domainCheckedAt = now()
  if (outcome === 'verified') {
    row.domainVerifiedAt ??= now()
    row.domainMissingSince = null
  }
  await row.save()
  if (!isNew) return
  await recordEvent(domainVerified, {
    target: { type: 'tenant', id: currentTenantId() },
    payload: { domain: row.domain! },
  })
}

/** Links in mails may start or stop using the domain. @throws Problem 403 */
export const assertMayDecideDomain = (): Promise<void> =>
  grants.use().assertMayGrant({
    role: 'admin',
    refusal: (permissions) =>
      text(
        'A domain decides where people sign in, so adding or removing one requires all permissions of an administrator. You do not have {permissions}.',
        { permissions }
      ),
  })

const nothingClaimed = () =>
  conflict('E_NO_DOMAIN', text('No domain is claimed yet. Set customDomain first.'))

const changed = () =>
  conflict(
    'E_CHANGED',
    text('The domain changed during the check, so the result was not stored. Verify it again.')
  )
