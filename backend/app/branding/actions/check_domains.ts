import { people } from '@crossdock/backend/users'
import { clock, now, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { sendLetter } from '@crossdock/kernel/mail'
import { inTenant } from '@crossdock/kernel/tenancy'
import { findTexts } from '../dns.js'
import { graceDays, recordName } from '../domain_name.js'
import { domainLost } from '../event_types.js'
import { lockBranding } from './write_branding.js'
import { compareTexts, type LookupResult } from './verify_domain.js'

const day = 24 * 60 * 60_000

interface Verified {
  id: string
  tenant_id: string
  domain: string
  domain_challenge: string
}

/** Checks that each verified domain still has its proof. Runs in operator scope. */
export async function checkDomains(job: RunningJob): Promise<void> {
  for (let after = ''; ;) {
    const verified = await verifiedAfter(after)
    for (const one of verified) {
      job.signal.throwIfAborted()
      const looked = compareTexts(await findTexts(recordName(one.domain)), one.domain_challenge)
      await job.commit(() => inTenant(one.tenant_id, () => recordLookup(one, looked)), {
        progress: true,
      })
      after = one.id
    }
    if (verified.length === 0) return
  }
}

const verifiedAfter = (id: string): Promise<Verified[]> =>
  unscoped()
    .from('tenant_branding')
    .where('id', '>', id)
    .whereNotNull('domain_verified_at')
    .select('id', 'tenant_id', 'domain', 'domain_challenge')
    .orderBy('id')
    .limit(100)

/** A DNS without an answer changes nothing: the failure may be on our side. */
async function recordLookup(one: Verified, { outcome }: LookupResult): Promise<void> {
  const row = await lockBranding()
  if (row.domain !== one.domain || !row.domainVerifiedAt) return
  if (outcome === 'unreachable') return
  const since = outcome === 'verified' ? null : (row.domainMissingSince ?? now())
  row.merge({ domainCheckedAt: now(), domainMissingSince: since })
  const isLost = since !== null && Date.parse(since) <= clock.now() - graceDays * day
  if (isLost) row.merge({ domainVerifiedAt: null, domainMissingSince: null })
  await row.save()
  if (!isLost) return
  await recordEvent(domainLost, {
    target: { type: 'tenant', id: one.tenant_id },
    payload: { domain: one.domain, reason: 'unproven' },
  })
  for (const userId of await people.use().administrators()) {
    await sendLetter('branding.domain', { userId, domain: one.domain })
  }
}
