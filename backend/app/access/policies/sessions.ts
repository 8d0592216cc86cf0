import { accounts, type Account } from '@crossdock/backend/users'
import { missingPermission, notFound, Problem, text } from '@crossdock/kernel/ground'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { presentRights, sessionsWrite } from '../contracts/index.js'

/**
 * Whether the caller has all permissions of the person it acts for. True for a session, and for a token that may do
 * everything its owner may.
 */
export async function hasAllPermissionsOfOwner(): Promise<boolean> {
  const { actor, caller, permissions } = currentContext()
  if (!actor.userId) return false
  if (actor.type === 'user' || caller.isSuperAdmin) return true
  const person = await presentRights.use().of(actor.userId)
  return [...person.permissions].every((name) => permissions.has(name))
}

/**
 * The person of the caller.
 * @throws Problem 403 for callers without a person and for tokens that may do less than their owner
 */
export async function requirePerson(): Promise<string> {
  const { actor } = currentContext()
  if (!actor.userId) {
    const message = text('{actor} does not act for a person, so it has no sessions.', {
      actor: actor.label,
    })
    throw new Problem(403, 'E_NO_PERSON', message)
  }
  if (await hasAllPermissionsOfOwner()) return actor.userId
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'The API token "{actor}" may do less than its owner, so it neither sees nor ends their sessions. Use one without scopes, or the console.',
      { actor: actor.label }
    )
  )
}

/**
 * The person whose sessions are meant: the caller, or with `sessions.write` another person of the current tenant.
 * @throws Problem 403, 404
 */
export async function sessionOwner(named: string | undefined): Promise<Account> {
  const own = await requirePerson()
  if (named !== undefined && named !== own && !holds(sessionsWrite)) {
    throw missingPermission(sessionsWrite)
  }
  const account = await accounts.use().find(named ?? own)
  if (account && (account.id === own || isInCurrentTenant(account))) return account
  throw notFound('There is no user with the id "{id}".', named ?? own)
}

/** Whether the caller may see and end this person's sessions. */
export const mayEnd = (owner: string, account: Account | null, own: string): boolean =>
  owner === own || (holds(sessionsWrite) && account !== null && isInCurrentTenant(account))

/** Super administrators have no tenant, so they never share one. */
const isInCurrentTenant = ({ tenantId }: Account) =>
  tenantId !== null && tenantId === currentContext().tenantId
