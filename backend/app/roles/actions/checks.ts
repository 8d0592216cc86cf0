import { grants } from '@crossdock/backend/access'
import { accounts, builtInRoles, usersRead, usersWrite } from '@crossdock/backend/users'
import { dialect, unscoped } from '@crossdock/kernel/database'
import { conflict, english, invalid, languages, text } from '@crossdock/kernel/ground'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { builtInWords, isBuiltIn } from '../built_in.js'
import { Role } from '../models/role.js'
import { isDeclared } from '../declared.js'
import { rolesRead, rolesWrite } from '../contracts/index.js'
import { foldLookAlikes } from './fold_look_alikes.js'

/** Permissions needed to give people their roles back. */
const administration = new Set(
  [rolesRead, rolesWrite, usersRead, usersWrite].map(({ name }) => name)
)

/**
 * Allows one change of roles at a time in a tenant, because the checks compare names and count roles. SQLite has
 * only one writer anyway.
 */
export async function lockRoles(): Promise<void> {
  if (dialect() !== 'postgres') return
  const key = `roles:${currentTenantId()}`
  await unscoped().rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
}

/** @throws Problem 409 */
export function refuseBuiltIn(id: string): void {
  if (!isBuiltIn(id)) return
  throw conflict(
    'E_BUILT_IN',
    text('The role "{role}" is built in and cannot be changed. Copy it and change the copy.', {
      role: id,
    })
  )
}

/** @param kept the current permissions of the role; permissions of removed plugins may stay @throws Problem 422 */
export function refuseUnknown(permissions: readonly string[], kept: readonly string[] = []): void {
  const unknown = permissions.find((name) => !isDeclared(name) && !kept.includes(name))
  if (unknown === undefined) return
  throw invalid(
    'permissions',
    text('There is no permission "{permission}".', { permission: unknown }),
    'permission'
  )
}

/** Names of the built-in roles in every language of the installation. */
function builtInNames(): string[] {
  const known = languages.peek()
  return builtInRoles.flatMap((key) => {
    const { name } = builtInWords[key]
    const translated = known?.tags.map((tag) => known.translate(name, tag) ?? []) ?? []
    return [key, english(name), ...translated.flat()]
  })
}

/** Roles with the same name could not be distinguished. @throws Problem 409 */
export async function refuseTakenName(name: string, ownId?: string): Promise<void> {
  const others = (await Role.query().select('id', 'name')).filter(({ id }) => id !== ownId)
  const taken = [...builtInNames(), ...others.map((other) => other.name)].map(foldLookAlikes)
  if (!taken.includes(foldLookAlikes(name))) return
  throw conflict(
    'E_NAME_TAKEN',
    text('There is a role called "{name}" already. Choose another name.', { name }),
    'name'
  )
}

/**
 * A caller must not change a role with more permissions than their own, because its holders are people with more
 * permissions. Permissions that no plugin declares any more do not count.
 * @throws Problem 403
 */
export async function assertMayDecide({ name, permissions }: Role): Promise<void> {
  await grants.use().assertMayGrant({
    scopes: permissions.filter(isDeclared),
    // Roles apply in every environment.
    environmentId: null,
    refusal: (more) =>
      text(
        'You cannot change the role "{role}", which has permissions you do not hold: {permissions}.',
        {
          role: name,
          permissions: more,
        }
      ),
  })
}

/**
 * Keeps callers from removing the permissions from their own role that they need to undo the change.
 * @param left permissions of its holders after the change
 * @throws Problem 409
 */
export async function assertStaysInCharge(role: Role, left: ReadonlySet<string>): Promise<void> {
  const lost = role.permissions.filter((name) => administration.has(name) && !left.has(name))
  if (lost.length === 0) return
  const { userId } = currentContext().actor
  const caller = userId ? await accounts.use().find(userId) : null
  if (caller?.tenantId !== role.tenantId || caller.role !== role.key) return
  throw conflict(
    'E_OWN_ROLE',
    text(
      'You hold the role "{name}" yourself. Without {permissions} you could not undo this. Ask a person with another role to do it.',
      { name: role.name, permissions: lost.sort().join(', ') }
    )
  )
}
