import type { User } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick } from '../../find.js'

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

/** The id of a person of the tenant by address or id. Undefined means the caller. */
export async function personId(
  api: ApiClient,
  typed: string | undefined
): Promise<string | undefined> {
  if (typed === undefined || id.test(typed)) return typed
  const people = await api.all<User>('/api/users', { filter: { search: typed } })
  const email = typed.toLowerCase()
  return pick(people, email, {
    one: 'person',
    list: 'crossdock api GET /api/users',
    ids: (person) => [person.id],
    name: (person) => person.email,
    about: (person) => person.email,
  }).id
}
