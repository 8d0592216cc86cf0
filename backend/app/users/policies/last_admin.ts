import { providers } from '@crossdock/backend/sso'
import { signInRules, type SignInRules } from '@crossdock/backend/tenants'
import { conflict, text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { User } from '../models/user.js'
import { narrowToDomains } from '../queries/by_domain.js'

/** Number of administrators that one query compares with the providers. */
const batchSize = 500

const activeAdmins = () => User.query().where('role', 'admin').where('is_active', true)

/**
 * Locks the active administrators. Call it before anything that can remove one. It must be the first lock on
 * people, and it locks in the order of ids, so that transactions cannot deadlock.
 */
export async function holdAdmins(): Promise<void> {
  await activeAdmins().select('id').orderBy('id').forUpdate()
}

/**
 * See `people.isAdministratorLeft`.
 * @param except the person who is about to lose the role
 */
export async function isAdministratorLeft(
  { allowedDomains, ssoOnly }: Pick<SignInRules, 'allowedDomains' | 'ssoOnly'>,
  except?: string
): Promise<boolean> {
  for (let after: string | undefined; ;) {
    const query = narrowToDomains(activeAdmins(), allowedDomains)
    if (except !== undefined) void query.whereNot('id', except)
    if (after !== undefined) void query.where('id', '>', after)
    const ids = (await query.select('id').orderBy('id').limit(batchSize)).map(({ id }) => id)
    if (ids.length === 0) return false
    if (!ssoOnly || (await providers.use().knownAmong(ids)).size > 0) return true
    after = ids.at(-1)
  }
}

/** Whether another administrator is left who can sign in under the current rules. Call `holdAdmins` first. */
export const isAnotherAdmin = async ({ id }: User): Promise<boolean> =>
  isAdministratorLeft(await signInRules.use().of(currentTenantId()), id)

/** Call `holdAdmins` first. @throws Problem 409 when no other administrator is left */
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
          '{email} is the only active administrator whom the sign-in rules allow. Ask another administrator to sign in as the rules require, or change the rules (Security).',
          { email }
        )
  )
}

export const isActiveAdmin = ({ role, isActive }: User): boolean => role === 'admin' && isActive
