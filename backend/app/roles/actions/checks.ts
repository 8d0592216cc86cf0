import { grants } from '@crossdock/backend/access'
import { accounts, builtInRoles, usersRead, usersWrite } from '@crossdock/backend/users'
import { dialect, unscoped } from '@crossdock/kernel/database'
import { conflict, english, invalid, languages, text } from '@crossdock/kernel/http'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { builtInWords, isBuiltIn } from '../built_in.js'
import { Role } from '../models/role.js'
import { isDeclared } from '../queries/permissions.js'
import { rolesRead, rolesWrite } from '../contracts/index.js'
import { folded } from './folded.js'

/** What it takes to give people their roles back. */
const administration = new Set(
  [rolesRead, rolesWrite, usersRead, usersWrite].map(({ name }) => name)
)

/**
 * One change of roles at a time in a tenant: keys and names are told apart, and roles counted. SQLite
 * has one writer anyway.
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
    text(
      'The role "{role}" is built in: every organization has it as it is. Copy it, and change the copy.',
      {
        role: id,
      }
    )
  )
}

/**
 * @param kept what it holds already: permissions of plugins that are gone may stay
 * @throws Problem 422
 */
export function refuseUnknown(permissions: readonly string[], kept: readonly string[] = []): void {
  const unknown = permissions.find((name) => !isDeclared(name) && !kept.includes(name))
  if (unknown === undefined) return
  throw invalid(
    'permissions',
    text('There is no permission "{permission}".', { permission: unknown }),
    'permission'
  )
}

/** What the built-in ones are called, in every language of the installation. */
function builtInNames(): string[] {
  const known = languages.peek()
  return builtInRoles.flatMap((key) => {
    const { name } = builtInWords[key]
    const translated = known?.tags.map((tag) => known.translate(name, tag) ?? []) ?? []
    return [key, english(name), ...translated.flat()]
  })
}

/** Two of one name could not be told apart. @throws Problem 409 */
export async function refuseTakenName(name: string, ownId?: string): Promise<void> {
  const others = (await Role.query().select('id', 'name')).filter(({ id }) => id !== ownId)
  const taken = [...builtInNames(), ...others.map((other) => other.name)].map(folded)
  if (!taken.includes(folded(name))) return
  throw conflict(
    'E_NAME_TAKEN',
    text('There is a role called "{name}" already. Choose another name.', { name }),
    'name'
  )
}

/**
 * Nobody decides about a role that may do more than they: its holders are people who may. What no plugin declares any more
 * gives nothing.
 * @throws Problem 403
 */
export async function assertMayDecide({ name, permissions }: Role): Promise<void> {
  await grants.use().assertMayGrant({
    scopes: permissions.filter(isDeclared),
    // Roles hold in every environment.
    environmentId: null,
    refusal: (more) =>
      text(
        'You cannot decide about the role "{role}", which may do more than you: {permissions}.',
        {
          role: name,
          permissions: more,
        }
      ),
  })
}

/**
 * Nobody takes from the role they hold themselves what it takes to undo that.
 * @param left what its holders have afterwards @throws Problem 409
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
      'You hold the role "{name}" yourself: without {permissions} you could not take this back. Let somebody with another role do it.',
      { name: role.name, permissions: lost.sort().join(', ') }
    )
  )
}
