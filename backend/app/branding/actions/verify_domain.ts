import { grants } from '@crossdock/backend/access'
import { isUniqueViolation, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { findTexts, type Found } from '../dns.js'
import { recordName, recordValue } from '../domain_name.js'
import { domainVerified } from '../event_types.js'
import { knownDomains } from '../known_domains.js'
import { lookupsPerTenant } from '../limits.js'
import { TenantBranding } from '../models/tenant_branding.js'
import { domainTaken } from './claimable.js'
import { heldBranding } from './write_branding.js'

const mostShown = 5

/** What a look into DNS has come to. */
export interface Looked {
  outcome: 'verified' | 'absent' | 'other' | 'unreachable'
  /** The texts that stand there. */
  found: string[]
}

/** What was found, by what should stand there. */
export function judge(found: Found, challenge: string): Looked {
  if ('unreachable' in found) return { outcome: 'unreachable', found: [] }
  if ('absent' in found) return { outcome: 'absent', found: [] }
  const isThere = found.texts.some((one) => one.trim() === recordValue(challenge))
  const shown = found.texts.slice(0, mostShown).map((one) => one.slice(0, 255))
  return { outcome: isThere ? 'verified' : 'other', found: shown }
}

/**
 * Looks whether the claimed domain of the context's tenant has its proof in DNS; with it the domain is the tenant's own, at
 * once and in every process.
 * @throws Problem 403 for who may do less than an administrator, 409 where none is claimed, the claim has changed meanwhile, or another tenant was faster; 429
 */
export async function verifyDomain(): Promise<Looked> {
  const claimed = await TenantBranding.query().first()
  if (!claimed?.domain || !claimed.domainChallenge) throw nothingClaimed()
  await assertMayDecideDomain()
  const { domain, domainChallenge } = claimed
  await lookupsPerTenant.use(currentTenantId())
  const looked = judge(await findTexts(recordName(domain)), domainChallenge)
  try {
    await transaction(async () => {
      const row = await heldBranding()
      if (row.domain !== domain || row.domainChallenge !== domainChallenge) throw changed()
      await note(row, looked)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'domain')) throw error
    throw domainTaken(domain)
  }
  await knownDomains.settled()
  return looked
}

async function note(row: TenantBranding, { outcome }: Looked): Promise<void> {
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

/** Links in mails may lead there from then on, or do so no more. @throws Problem 403 */
export const assertMayDecideDomain = (): Promise<void> =>
  grants.use().assertMayGrant({
    role: 'admin',
    refusal: (permissions) =>
      text(
        'Whoever adds or gives up a domain decides where people sign in, so it takes all that an administrator may. You do not hold {permissions}.',
        { permissions }
      ),
  })

const nothingClaimed = () =>
  conflict('E_NO_DOMAIN', text('No domain is claimed yet. Give one as customDomain first.'))

const changed = () =>
  conflict(
    'E_CHANGED',
    text('The domain was changed while it was looked up, so nothing was noted. Verify it again.')
  )
