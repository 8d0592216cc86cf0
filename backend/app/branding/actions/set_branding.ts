import { randomBytes } from 'node:crypto'
import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { domainLost } from '../event_types.js'
import { assertReadable } from '../contracts/looks.js'
import type { TenantBranding } from '../models/tenant_branding.js'
import type { brandingBody } from '../validators/branding.js'
import { claimable } from './claimable.js'
import { assertMayDecideDomain } from './verify_domain.js'
import { heldBranding, tellChanged } from './write_branding.js'

const fields = [
  ...(['productName', 'primaryColor', 'accentColor'] as const),
  ...(['mailSender', 'mailFooter'] as const),
]

/**
 * Changes how the context's tenant shows itself, and which domain it claims; what is left out stays. Another domain has to be
 * proven anew, and the former one is given up.
 * @throws Problem 403 for who gives up a proven domain and may do less than an administrator, 422 for colours nobody can read and what is no domain, 409 for one that is another's
 */
export async function setBranding(changes: Output<typeof brandingBody>): Promise<void> {
  const { customDomain } = changes
  const domain = customDomain ? await claimable(customDomain) : customDomain
  await transaction(async () => {
    const row = await heldBranding()
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
    await tellChanged(changed)
  })
}

/** The challenge is another one for each claim: a proof that was forgotten in DNS proves nothing later. */
async function claim(row: TenantBranding, domain: string | null): Promise<void> {
  const { domain: former, domainVerifiedAt } = row
  row.merge({
    ...{ domain, domainChallenge: domain && randomBytes(20).toString('hex') },
    ...{ domainVerifiedAt: null, domainCheckedAt: null, domainMissingSince: null },
  })
  if (!former || !domainVerifiedAt) return
  await assertMayDecideDomain()
  await recordEvent(domainLost, {
    target: { type: 'tenant', id: currentTenantId() },
    payload: { domain: former, reason: 'removed' },
  })
}
