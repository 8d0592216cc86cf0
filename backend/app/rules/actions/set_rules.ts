import { browserSessions, grants, type BrowserSession } from '@crossdock/backend/access'
import { signInRules, type SignInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import {
  assertAdministratorRemains,
  assertNotExcluded,
  assertOwnAddress,
  assertOwnProvider,
} from '../policies/exclusion_checks.js'
import { assertConfirmed } from '../policies/confirm_exclusions.js'
import type { rulesBody } from '../validators/rules.js'

/**
 * Changes the given sign-in rules of the tenant. The change ends sessions that break a rule, permanently.
 * @param session the caller's session; null for a token
 * @throws Problem 403 without all permissions of an administrator, and for the token of a person whom the
 *   rules exclude; 401 for a session the rules have ended; 409 for a change that would exclude the caller,
 *   all administrators, or other people without a confirmation
 */
export async function setRules(
  { confirm = false, ...given }: Output<typeof rulesBody>,
  session: BrowserSession | null
): Promise<void> {
  const tenantId = currentTenantId()
  await transaction(async () => {
    // Lock people before the rules, in the usual order.
    await people.use().holdAdministrators()
    const before = await signInRules.use().hold(tenantId)
    await assertNotExcluded(before, session)
    const rules = mergeRules(before, given)
    if (JSON.stringify(rules) === JSON.stringify(before)) return
    await assertMayDecide()
    const narrows =
      rules.allowedDomains.length > 0 &&
      String(rules.allowedDomains) !== String(before.allowedDomains)
    const turnsOn = rules.ssoOnly && !before.ssoOnly
    if (narrows) await assertOwnAddress(rules)
    if (turnsOn) await assertOwnProvider(session)
    if (narrows || turnsOn) await assertAdministratorRemains(rules)
    if ((narrows || turnsOn) && !confirm) await assertConfirmed(before, rules)
    // Apply the old rules first: sessions that broke them must not survive the change.
    await browserSessions.use().applyRules(before)
    await signInRules.use().change(tenantId, rules)
    await browserSessions.use().applyRules(rules)
  })
}

/** Sign-in rules affect all people in all environments, so a change needs all permissions of an administrator. */
const assertMayDecide = (): Promise<void> =>
  grants.use().assertMayGrant({
    role: 'admin',
    environmentId: null,
    refusal: (permissions) =>
      text(
        'Changing the sign-in rules needs all permissions of an administrator. You do not hold {permissions}.',
        { permissions }
      ),
  })

const mergeRules = (before: SignInRules, given: Output<typeof rulesBody>): SignInRules => ({
  allowedDomains:
    given.allowedDomains === undefined
      ? before.allowedDomains
      : [...new Set(given.allowedDomains)].sort(),
  ssoOnly: given.ssoOnly ?? before.ssoOnly,
  sessionHours: given.sessionHours === undefined ? before.sessionHours : given.sessionHours,
})
