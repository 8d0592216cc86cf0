import { roles } from '@crossdock/backend/access'
import { accounts, people, type Account } from '@crossdock/backend/users'
import { Problem, text, type FieldError } from '@crossdock/kernel/ground'
import { part } from '@crossdock/kernel/kinds'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import vine from '@vinejs/vine'

/** People of the organization that the config of a step names. */
export interface NamedPeople {
  userIds?: string[] | undefined
  roles?: string[] | undefined
  addresses?: string[] | undefined
}

/** Maximum number of people of a step, whether they are named by id, role or address. */
export const mostRecipients = 500
const pageLength = 500

const list = (most: number) =>
  vine.array(vine.string().trim().minLength(1).maxLength(254)).maxLength(most)

/** Parts of a config that reference people. */
export const peopleParts = () => ({
  userIds: part(list(100).optional(), {
    title: 'People',
    description: 'People of your organization.',
    'x-choose': 'people',
  }),
  roles: part(list(20).optional(), {
    title: 'Roles',
    description: 'All people who have one of these roles when the step runs.',
    examples: ['editor'],
    'x-choose': 'roles',
  }),
})

/** Returns whether a config references any people. */
export const namesPeople = ({ userIds = [], roles: named = [], addresses = [] }: NamedPeople) =>
  userIds.length + named.length + addresses.length > 0

/** Returns errors for people and roles that the organization does not have. */
export async function unknownPeople(named: NamedPeople): Promise<FieldError[]> {
  const errors: FieldError[] = []
  const tenantId = currentTenantId()
  for (const [at, id] of (named.userIds ?? []).entries()) {
    if (await memberOf(id)) continue
    const sentence = text('There is no person with the id "{id}" in your organization.', { id })
    errors.push({ field: `config.userIds.${at}`, rule: 'exists', text: sentence })
  }
  for (const [at, role] of (named.roles ?? []).entries()) {
    if (await roles.use().isKnown({ tenantId, role })) continue
    const sentence = text('There is no role "{role}" in your organization.', { role })
    errors.push({ field: `config.roles.${at}`, rule: 'exists', text: sentence })
  }
  for (const [at, email] of (named.addresses ?? []).entries()) {
    if (await memberBy(email)) continue
    const sentence = text(
      '"{email}" does not belong to your organization. A step sends mail only to people of the organization. Invite this person, or share a link.',
      { email }
    )
    errors.push({ field: `config.addresses.${at}`, rule: 'exists', text: sentence })
  }
  return errors
}

/**
 * Returns all named people who may sign in now, without duplicates.
 * @returns `gone`: ids and addresses of people who no longer exist or may not sign in
 * @throws Problem 422 for more than `mostRecipients`
 */
export async function findPeople(
  named: NamedPeople
): Promise<{ people: Account[]; gone: string[] }> {
  const found = new Map<string, Account>()
  const gone: string[] = []
  const take = (account: Account | null, name: string) => {
    if (account?.mayEnter) found.set(account.id, account)
    else gone.push(name)
  }
  for (const id of named.userIds ?? []) take(await memberOf(id), id)
  for (const email of named.addresses ?? []) take(await memberBy(email), email)
  for await (const account of holdersOf(named.roles ?? [])) {
    found.set(account.id, account)
    if (found.size > mostRecipients) throw tooMany()
  }
  return { people: [...found.values()], gone }
}

async function* holdersOf(named: readonly string[]): AsyncGenerator<Account> {
  if (named.length === 0) return
  for (let behind: string | undefined; ;) {
    const page = await people.use().active({ behind, limit: pageLength })
    for (const { id } of page) {
      const account = await memberOf(id)
      if (account?.mayEnter && named.includes(account.role)) yield account
    }
    if (page.length < pageLength) return
    behind = page.at(-1)!.id
  }
}

async function memberOf(id: string): Promise<Account | null> {
  const account = await accounts.use().known(id)
  return account?.tenantId === currentTenantId() ? account : null
}

async function memberBy(email: string): Promise<Account | null> {
  const tenantId = currentTenantId()
  const { account } = await accounts.use().resolve(email.toLowerCase(), tenantId)
  return account?.tenantId === tenantId ? account : null
}

const tooMany = () =>
  new Problem(
    422,
    'E_TOO_MANY',
    text('More than {most} people have these roles. Choose fewer roles.', { most: mostRecipients })
  )
