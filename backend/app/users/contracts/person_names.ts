import { holds } from '@crossdock/kernel/tenancy'
import { accounts } from './accounts.js'
import { usersRead } from './permissions.js'

/**
 * Names of people; null for removed people and for programs. A person without a name is shown by address, but only
 * to callers with users.read.
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

/** Names of people by their address. People without a name are missing. */
export async function namesByAddress(
  ids: Iterable<string | null>
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const account = id === null ? null : await accounts.use().known(id)
    if (account && account.label !== account.email) names.set(account.email, account.label)
  }
  return names
}
