import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { addressSuffixes } from '@crossdock/backend/tenants'
import type { PageOfPeople } from '../contracts/index.js'
import { User } from '../models/user.js'

type People = ModelQueryBuilderContract<typeof User, User>

const active = () => User.query().where('is_active', true)

/** Narrows to addresses in the domains; without domains to all. Domains contain no wildcard of `like`. */
export function narrowToDomains(query: People, allowedDomains: readonly string[]): People {
  if (allowedDomains.length === 0) return query
  return query.where((some) => {
    for (const end of addressSuffixes(allowedDomains)) void some.orWhere('email', 'like', `%${end}`)
  })
}

/** See `people.active`. */
export const activePeople = (page: PageOfPeople) => readPage(active(), page)

/** See `people.outside`. */
export async function peopleOutside(
  allowedDomains: readonly string[],
  page: PageOfPeople
): Promise<{ id: string; email: string }[]> {
  if (allowedDomains.length === 0) return []
  const query = active()
  for (const end of addressSuffixes(allowedDomains)) void query.whereNot('email', 'like', `%${end}`)
  return readPage(query, page)
}

async function readPage(
  query: People,
  { behind, limit }: PageOfPeople
): Promise<{ id: string; email: string }[]> {
  void query.select('id', 'email').orderBy('id').limit(limit)
  if (behind !== undefined) void query.where('id', '>', behind)
  return (await query).map(({ id, email }) => ({ id, email }))
}
