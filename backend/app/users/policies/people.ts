import { grants, roles } from '@crossdock/backend/access'
import { invalid, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { User } from '../models/user.js'

/** @throws Problem 422 for a role the tenant does not know, 403 for one that may do more than the caller */
export async function assertMayGive(role: string): Promise<void> {
  if (!(await roles.use().isKnown({ tenantId: currentTenantId(), role }))) {
    throw invalid('role', text('There is no role "{role}" in this organization.', { role }))
  }
  await grants.use().assertMayGrant({ role })
}

/** @throws Problem 403 for somebody who may do more than the caller */
export const assertMayChange = (user: User): Promise<void> =>
  grants.use().assertMayDecideAbout(user)

/** What is handed over acts with the rights of who gets it. @throws Problem 403 */
export async function assertMayHandTo({ role, email }: User): Promise<void> {
  await grants.use().assertMayGrant({
    role,
    refusal: (permissions) =>
      text(
        'You cannot hand anything over to {email}, who may do more than you: {permissions}. What acts for somebody acts with their rights.',
        { email, permissions }
      ),
  })
}
