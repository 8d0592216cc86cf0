import { browserSessions, grants, type BrowserSession } from '@crossdock/backend/access'
import { signInRules, type SignInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { text, type Output } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import {
  assertAdministratorRemains,
  assertLetIn,
  assertOwnAddress,
  assertOwnProvider,
} from '../policies/shut_out.js'
import { assertConfirmed } from '../policies/shutting_out.js'
import type { rulesBody } from '../validators/rules.js'

/**
 * Changes what is given of the tenant's sign-in rules; what they end has ended for good.
 * @param session null for a token, whose person is asked for
 * @throws Problem 403 for who may do less than an administrator, and for the token of somebody whom the rules keep out, 401 for
 * a session they have ended meanwhile, 409 for what shuts out somebody it must not, or others unasked
 */
export async function setRules(
  { confirm = false, ...given }: Output<typeof rulesBody>,
  session: BrowserSession | null
): Promise<void> {
  const tenantId = currentTenantId()
  await transaction(async () => {
    // They first, whatever is asked of them below: the rule is locked behind people.
    await people.use().holdAdministrators()
    const before = await signInRules.use().hold(tenantId)
    await assertLetIn(before, session)
    const rules = changed(before, given)
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
    // What has ended by the rules as they were does not come back, also where it began while they were being set.
    await browserSessions.use().keepTo(before)
    await signInRules.use().change(tenantId, rules)
    await browserSessions.use().keepTo(rules)
  })
}

/** Whoever says who gets in decides about everybody, in every environment. */
const assertMayDecide = (): Promise<void> =>
  grants.use().assertMayGrant({
    role: 'admin',
    environmentId: null,
    refusal: (permissions) =>
      text(
        'Whoever sets the sign-in rules decides who gets in, so it takes all that an administrator may. You do not hold {permissions}.',
        { permissions }
      ),
  })

const changed = (before: SignInRules, given: Output<typeof rulesBody>): SignInRules => ({
  allowedDomains:
    given.allowedDomains === undefined
      ? before.allowedDomains
      : [...new Set(given.allowedDomains)].sort(),
  ssoOnly: given.ssoOnly ?? before.ssoOnly,
  sessionHours: given.sessionHours === undefined ? before.sessionHours : given.sessionHours,
})
