import { holds } from '@crossdock/kernel/tenancy'
import { accounts } from './accounts.js'
import { usersRead } from './permissions.js'

/**
 * What people are called; of who is gone, and of programs, there is nothing. Who has no name is called
 * by an address, which is for callers with users.read.
 */
export async function personNames(
  ids: Iterable<string | null>
): Promise<(id: string | null) => string | null> {
  const mayReadPeople = holds(usersRead)
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const account = id === null ? null : await accounts.use().known(id)
    if (!account) continue
    const hasName = account.label !== account.email
    if (hasName || mayReadPeople) names.set(account.id, account.label)
  }
  return (id) => names.get(id ?? '') ?? null
}
