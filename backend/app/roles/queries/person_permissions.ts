import { roles as rolesOfTenant } from '@crossdock/backend/access'
import { accounts, usersRead, type Account } from '@crossdock/backend/users'
import { missingPermission, notFound, text, type Text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import { currentContext, currentTenantId, holds } from '@crossdock/kernel/tenancy'
import type { personPermissionsAnswer } from '../validators/person_permissions.js'
import { describePermissions } from './permissions.js'
import { everyRole } from './roles.js'

type PersonPermissions = Output<typeof personPermissionsAnswer>
type RoleName = PersonPermissions['permissions'][number]['givenBy'][number]

/** Explains which permissions a person has and which roles have the others. @throws Problem 403, 404 */
export async function permissionsOfPerson(id: string, reader: Reader): Promise<PersonPermissions> {
  if (!holds(usersRead)) throw missingPermission(usersRead)
  const account = await findPerson(id)
  const { tenantId, role: key, isSuperAdmin, mayEnter } = account
  const all = await everyRole(reader)
  const role = all.find((one) => one.key === key)
  const held = await rolesOfTenant.use().permissionsOf({ tenantId, role: key })
  const reason = (isHeld: boolean) => reader.say(explainPermission(account, role, isHeld))
  return {
    userId: account.id,
    label: account.label,
    email: account.email,
    isSuperAdmin,
    mayEnter,
    role: role ? nameOf(role) : null,
    permissions: describePermissions(reader).map(({ name, description, domain }) => {
      const isHeld = mayEnter && held.has(name)
      const givenBy = all.filter(({ permissions }) => permissions.includes(name)).map(nameOf)
      return { name, description, domain, isHeld, reason: reason(isHeld), givenBy }
    }),
  }
}

/** A person of the tenant. Super administrators have no tenant; only super administrators may see them here. */
async function findPerson(id: string): Promise<Account> {
  const account = await accounts.use().find(id)
  const isHere = account?.tenantId === currentTenantId()
  const isOperator = account?.isSuperAdmin && currentContext().caller.isSuperAdmin
  if (account && (isHere || isOperator)) return account
  throw notFound('There is no person with the id "{id}".', id)
}

const nameOf = ({ key, name, isBuiltIn }: RoleName): RoleName => ({ key, name, isBuiltIn })

function explainPermission(person: Account, role: RoleName | undefined, isHeld: boolean): Text {
  if (!person.mayEnter) return text('Deactivated people have no permissions.')
  if (person.isSuperAdmin) return text('Super administrators may do everything.')
  if (!role) {
    return text('The role "{role}" no longer exists, so it has no permissions.', {
      role: person.role,
    })
  }
  const { name } = role
  if (!isHeld) return text('The role "{name}" does not hold it.', { name })
  return role.isBuiltIn
    ? text('The built-in role "{name}" holds it.', { name })
    : text('The organization’s own role "{name}" holds it.', { name })
}
