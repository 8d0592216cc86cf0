import { randomBytes } from 'node:crypto'
import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { domainLost } from '../event_types.js'
import { assertReadable } from '../contracts/looks.js'
import type { TenantBranding } from '../models/tenant_branding.js'
import type { brandingBody } from '../validators/branding.js'
import { assertClaimable } from './claimable.js'
import { assertMayDecideDomain } from './verify_domain.js'
import { lockBranding, recordChanged } from './write_branding.js'

const fields = [
  ...(['productName', 'primaryColor', 'accentColor'] as const),
  ...(['mailSender', 'mailFooter'] as const),
]

/**
 * Changes the branding of the context's tenant, and the domain it claims; left-out fields stay. Another domain must be
 * verified again, and the former one is removed.
 * @throws Problem 403 for removing a verified domain with fewer permissions than an administrator, 422 for unreadable
 *   colors or an invalid domain, 409 for a domain of another tenant
 */
export async function setBranding(changes: Output<typeof brandingBody>): Promise<void> {
  const { customDomain } = changes
  const domain = customDomain ? await assertClaimable(customDomain) : customDomain
  await transaction(async () => {
    const row = await lockBranding()
    const changed: string[] = fields.filter(
      (field) => changes[field] !== undefined && changes[field] !== row[field]
    )
    for (const field of fields) if (changed.includes(field)) row[field] = changes[field] ?? null
    if (changed.some((field) => field.endsWith('Color'))) assertReadable(row)
    if (domain !== undefined && domain !== row.domain) {
      changed.push('customDomain')
      await claim(row, domain)
    }
    if (changed.length === 0) return
    await row.merge({ updatedAt: now() }).save()
    await recordChanged(changed)
  })
}

/** Each claim gets a new challenge: an old record in DNS must not prove a later claim. */
async function claim(row: TenantBranding, domain: string | null): Promise<void> {
  const { domain: former, domainVerifiedAt } = row
  row.merge({
    domain,
    domainChallenge: domain && randomBytes(20).toString('hex'),
    domainVerifiedAt: null,
    domainCheckedAt: null,
    domainMissingSince: null,
  })
  if (!former || !domainVerifiedAt) return
  await assertMayDecideDomain()
  await recordEvent(domainLost, {
    target: { type: 'tenant', id: currentTenantId() },
    payload: { domain: former, reason: 'removed' },
  })
}
