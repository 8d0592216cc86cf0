import { grants, roles } from '@crossdock/backend/access'
import { refusedFields, text, type FieldError } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { SsoSettings } from '../models/oauth_config.js'

/** Roles people get are known here. @throws Problem 422 */
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
 * Whoever says which provider is believed can come in as anybody, whatever the roles it maps to.
 * @throws Problem 403 for who may do less than an administrator
 */
export const assertMayLetAnybodyIn = (): Promise<void> =>
  grants.use().assertMayGrant({
    role: 'admin',
    refusal: (permissions) =>
      text(
        'Whoever sets up single sign-on can come in as anybody, so it takes all that an administrator may. You do not hold {permissions}.',
        { permissions }
      ),
  })

/** How people come in holds in every environment. @throws Problem 403 for a token that is confined to one */
export const assertWholeTenant = (): Promise<void> =>
  grants.use().assertMayGrant({ environmentId: null })
