import { providers } from '@crossdock/backend/sso'
import { signInRules, type SignInRules } from '@crossdock/backend/tenants'
import { conflict, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { User } from '../models/user.js'
import { narrowToDomains } from '../queries/by_domain.js'

/** Of so many at once it is asked whether a provider knows them. */
const atOnce = 500

const activeAdmins = () => User.query().where('role', 'admin').where('is_active', true)

/**
 * Before anything that may cost the tenant an administrator: whoever else is about to waits until this transaction ends.
 * Always the first lock on people, and in the order of ids, so that nobody waits in a circle.
 */
export async function holdAdmins(): Promise<void> {
  await activeAdmins().select('id').orderBy('id').forUpdate()
}

/** See `people.isAdministratorLeft`. @param except whoever is about to be one no more */
export async function isAdministratorLeft(
  { allowedDomains, ssoOnly }: Pick<SignInRules, 'allowedDomains' | 'ssoOnly'>,
  except?: string
): Promise<boolean> {
  for (let behind: string | undefined; ;) {
    const query = narrowToDomains(activeAdmins(), allowedDomains)
    if (except !== undefined) void query.whereNot('id', except)
    if (behind !== undefined) void query.where('id', '>', behind)
    const ids = (await query.select('id').orderBy('id').limit(atOnce)).map(({ id }) => id)
    if (ids.length === 0) return false
    if (!ssoOnly || (await providers.use().knownAmong(ids)).size > 0) return true
    behind = ids.at(-1)
  }
}

/** Inside of `holdAdmins`: whether somebody else is left who may do everything, and can sign in by the rules in force. */
export const isAnotherAdmin = async ({ id }: User): Promise<boolean> =>
  isAdministratorLeft(await signInRules.use().of(currentTenantId()), id)

/** Inside of `holdAdmins`. @throws Problem 409 when nobody else is left who may do everything */
export async function assertAdminRemains(user: User): Promise<void> {
  if (await isAnotherAdmin(user)) return
  const { id, email } = user
  const isOnly = !(await isAdministratorLeft({ allowedDomains: [], ssoOnly: false }, id))
  throw conflict(
    'E_LAST_ADMIN',
    isOnly
      ? text(
          '{email} is the only administrator of this organization. Make another person an administrator first.',
          { email }
        )
      : text(
          'Beside {email} the sign-in rules let in no active administrator of this organization. One signs in as they say first, or change the rules (Security).',
          { email }
        )
  )
}

export const isActiveAdmin = ({ role, isActive }: User): boolean => role === 'admin' && isActive
