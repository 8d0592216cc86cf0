import { accounts } from '@crossdock/backend/users'

/** What a call may read of the person who set it off. */
export async function userValues(userId: string | null): Promise<Record<string, unknown> | null> {
  const account = userId === null ? null : await accounts.use().known(userId)
  if (!account) return null
  const { id, email, role, label } = account
  return { id, email, role, name: label }
}
