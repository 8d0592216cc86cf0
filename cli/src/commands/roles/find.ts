import type { Role } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick } from '../../find.js'

/** Finds a role by its key, its id, its name or part of its id. */
export async function findRole(api: ApiClient, typed: string): Promise<Role> {
  return pick(await api.all<Role>('/api/roles'), typed, {
    one: 'role',
    list: 'crossdock roles list',
    ids: ({ key, id }) => [...new Set([key, id])],
    name: ({ name }) => name,
    about: ({ name, isBuiltIn }) => (isBuiltIn ? `${name}, built in` : name),
  })
}
