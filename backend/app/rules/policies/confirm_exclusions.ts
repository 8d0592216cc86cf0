import { providers } from '@crossdock/backend/sso'
import { isAllowedAddress, type SignInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { conflict } from '@crossdock/kernel/ground'
import { exclusionText, type ExcludedPerson } from './exclusion_text.js'

/** Counting stops at this number. */
const maxCounted = 1_000
/** People read in one query. */
const batchSize = 500

/**
 * Refuses a change that excludes people whom the current rules allow.
 * @throws Problem 409 with their number if there are any
 */
export async function assertConfirmed(before: SignInRules, rules: SignInRules): Promise<void> {
  const turnsOn = rules.ssoOnly && !before.ssoOnly
  const shutOut: ExcludedPerson[] = []
  for (let after: string | undefined; shutOut.length < maxCounted;) {
    const page = { behind: after, limit: batchSize }
    const batch = turnsOn
      ? await people.use().active(page)
      : await people.use().outside(rules.allowedDomains, page)
    const known = turnsOn
      ? await providers.use().knownAmong(batch.map(({ id }) => id))
      : new Set<string>()
    for (const { id, email } of batch) {
      if (!isAllowedAddress(email, before.allowedDomains)) continue
      const isOutside = !isAllowedAddress(email, rules.allowedDomains)
      if (isOutside || (turnsOn && !known.has(id))) shutOut.push({ email, isOutside })
    }
    if (batch.length < batchSize) break
    after = batch.at(-1)!.id
  }
  if (shutOut.length === 0) return
  const field = shutOut.some(({ isOutside }) => isOutside) ? 'allowedDomains' : 'ssoOnly'
  throw conflict('E_SHUTS_OUT', exclusionText(shutOut, maxCounted), field)
}
