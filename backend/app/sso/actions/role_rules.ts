import { grants, roles } from '@crossdock/backend/access'
import { refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { SsoSettings } from '../models/oauth_config.js'

/** Checks that the roles exist. @throws Problem 422 */
export async function assertKnownRoles({ roleMapping, defaultRole }: SsoSettings): Promise<void> {
  const places = [
    { field: 'settings.defaultRole', role: defaultRole },
    ...roleMapping.map(({ role }, at) => ({ field: `settings.roleMapping.${at}.role`, role })),
  ]
  const tenantId = currentTenantId()
  const errors: FieldError[] = []
  for (const { field, role } of places) {
    if (await roles.use().isKnown({ tenantId, role })) continue
    const sentence = text('There is no role "{role}" in this organization.', { role })
    errors.push({ field, rule: 'role', text: sentence })
  }
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
}

/**
 * A person who can choose the trusted provider can sign in as anyone, whatever the role mapping.
 * @throws Problem 403 for callers with fewer permissions than an administrator
 */
export const assertMayTrustProvider = (): Promise<void> =>
  grants.use().assertMayGrant({
    role: 'admin',
    refusal: (permissions) =>
      text(
        'A person who sets up single sign-on can sign in as anyone, so it requires all permissions of an administrator. You do not have {permissions}.',
        { permissions }
      ),
  })

/** Sign-in rules apply to all environments. @throws Problem 403 for a token that is bound to one */
export const assertWholeTenant = (): Promise<void> =>
  grants.use().assertMayGrant({ environmentId: null })
