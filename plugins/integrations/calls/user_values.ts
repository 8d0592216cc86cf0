import { accounts } from '@crossdock/backend/users'

/** Returns the values that a call may read about the person who started it. */
export async function userValues(userId: string | null): Promise<Record<string, unknown> | null> {
  const account = userId === null ? null : await accounts.use().known(userId)
  if (!account) return null
  const { id, email, role, label } = account
  return { id, email, role, name: label }
}
