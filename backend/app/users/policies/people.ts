import { grants, roles } from '@crossdock/backend/access'
import { invalid, text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { User } from '../models/user.js'

/** @throws Problem 422 for an unknown role; 403 for one with more permissions than the caller */
export async function assertMayGive(role: string): Promise<void> {
  if (!(await roles.use().isKnown({ tenantId: currentTenantId(), role }))) {
    throw invalid('role', text('There is no role "{role}" in this organization.', { role }))
  }
  await grants.use().assertMayGrant({ role })
}

/** @throws Problem 403 for a person with more permissions than the caller */
export const assertMayChange = (user: User): Promise<void> => grants.use().assertMayManage(user)

/** What is handed over acts with the permissions of its new owner. @throws Problem 403 */
export async function assertMayHandTo({ role, email }: User): Promise<void> {
  await grants.use().assertMayGrant({
    role,
    refusal: (permissions) =>
      text(
        'You cannot hand anything over to {email}, who has permissions you do not hold: {permissions}. Workflows and agents act with the permissions of their owner.',
        { email, permissions }
      ),
  })
}
