import { accounts } from '@crossdock/backend/users'

/** Names of those who saved something; of who is gone there is none. */
export async function saverNames(
  ids: readonly (string | null)[]
): Promise<(id: string | null) => string | null> {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const account = id && (await accounts.use().find(id))
    if (account) names.set(account.id, account.label)
  }
  return (id) => names.get(id ?? '') ?? null
}
