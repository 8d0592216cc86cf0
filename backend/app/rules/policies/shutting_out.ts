import { providers } from '@crossdock/backend/sso'
import { isAllowedAddress, type SignInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { conflict } from '@crossdock/kernel/http'
import { shutsOutSentence, type ShutOut } from './shuts_out_sentence.js'

/** More are not counted. */
const mostCounted = 1_000
/** So many are looked at at once. */
const atOnce = 500

/**
 * Whoever gets in by the rules as they were, and not by those that are to be; who is shut out already is asked about no more.
 * @throws Problem 409 that says whom it shuts out, where it does
 */
export async function assertConfirmed(before: SignInRules, rules: SignInRules): Promise<void> {
  const turnsOn = rules.ssoOnly && !before.ssoOnly
  const shutOut: ShutOut[] = []
  for (let behind: string | undefined; shutOut.length < mostCounted;) {
    const page = { behind, limit: atOnce }
    const some = turnsOn
      ? await people.use().active(page)
      : await people.use().outside(rules.allowedDomains, page)
    const known = turnsOn
      ? await providers.use().knownAmong(some.map(({ id }) => id))
      : new Set<string>()
    for (const { id, email } of some) {
      if (!isAllowedAddress(email, before.allowedDomains)) continue
      const isOutside = !isAllowedAddress(email, rules.allowedDomains)
      if (isOutside || (turnsOn && !known.has(id))) shutOut.push({ email, isOutside })
    }
    if (some.length < atOnce) break
    behind = some.at(-1)!.id
  }
  if (shutOut.length === 0) return
  const field = shutOut.some(({ isOutside }) => isOutside) ? 'allowedDomains' : 'ssoOnly'
  throw conflict('E_SHUTS_OUT', shutsOutSentence(shutOut, mostCounted), field)
}
