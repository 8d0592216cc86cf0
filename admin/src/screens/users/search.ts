import type { User } from '@crossdock/client'
import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { nameOf, userPath } from './model.js'

/** People for the command palette. */
export async function findUsers(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<User>(api, 'users', query, signal, ['email', 'ASC'])
  return found.map((user) => {
    const label = nameOf(user)
    return { id: user.id, label, detail: user.email, to: userPath(user) }
  })
}
