import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { endsOfAddresses } from '@crossdock/backend/tenants'
import { User } from '../models/user.js'

type People = ModelQueryBuilderContract<typeof User, User>

const active = () => User.query().where('is_active', true)

/** Addresses with one of the domains; without any all of them. Domains hold no sign that `like` takes for another. */
export function narrowToDomains(query: People, allowedDomains: readonly string[]): People {
  if (allowedDomains.length === 0) return query
  return query.where((some) => {
    for (const end of endsOfAddresses(allowedDomains)) void some.orWhere('email', 'like', `%${end}`)
  })
}

/** See `people.outside`. */
export async function peopleOutside(
  allowedDomains: readonly string[],
  { behind, limit }: { behind?: string | undefined; limit: number }
): Promise<{ id: string; email: string }[]> {
  if (allowedDomains.length === 0) return []
  const query = active().select('id', 'email').orderBy('id').limit(limit)
  for (const end of endsOfAddresses(allowedDomains)) void query.whereNot('email', 'like', `%${end}`)
  if (behind !== undefined) void query.where('id', '>', behind)
  return (await query).map(({ id, email }) => ({ id, email }))
}
