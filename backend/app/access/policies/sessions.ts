import { accounts, type Account } from '@crossdock/backend/users'
import { missingPermission, notFound, Problem, text } from '@crossdock/kernel/http'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { presentRights, sessionsWrite } from '../contracts/index.js'

/** Whether a person asks, or a token that may do all its person may. */
export async function asksWhole(): Promise<boolean> {
  const { actor, caller, permissions } = currentContext()
  if (!actor.userId) return false
  if (actor.type === 'user' || caller.isSuperAdmin) return true
  const person = await presentRights.use().of(actor.userId)
  return [...person.permissions].every((name) => permissions.has(name))
}

/** The person who asks. @throws Problem 403 for what acts for nobody, and for tokens that may do less than their person */
export async function askingPerson(): Promise<string> {
  const { actor } = currentContext()
  if (!actor.userId) {
    const message = text('{actor} acts for nobody, so it has no sessions.', { actor: actor.label })
    throw new Problem(403, 'E_NO_PERSON', message)
  }
  if (await asksWhole()) return actor.userId
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
 * The person whose sessions are meant: the one who asks, or with `sessions.write` one of the current tenant.
 * @throws Problem 403, 404
 */
export async function sessionOwner(named: string | undefined): Promise<Account> {
  const own = await askingPerson()
  if (named !== undefined && named !== own && !holds(sessionsWrite)) {
    throw missingPermission(sessionsWrite)
  }
  const account = await accounts.use().find(named ?? own)
  if (account && (account.id === own || isHere(account))) return account
  throw notFound('There is no user with the id "{id}".', named ?? own)
}

/** Whether the caller may see and end the sessions of this person. */
export const mayEnd = (owner: string, account: Account | null, own: string): boolean =>
  owner === own || (holds(sessionsWrite) && account !== null && isHere(account))

/** Nobody is "in no tenant" together with somebody else. */
const isHere = ({ tenantId }: Account) =>
  tenantId !== null && tenantId === currentContext().tenantId
