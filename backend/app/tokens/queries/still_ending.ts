import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

export interface EndingToken {
  name: string
  prefix: string
  expires_at: string
}

/** Those of a person's tokens that are neither revoked nor expired, ordered by their end. */
export function findEndingTokens(userId: string, ids: string[]): Promise<EndingToken[]> {
  return asOperator("a super administrator's tokens belong to no tenant", async () => {
    const rows: EndingToken[] = await unscoped()
      .from('api_tokens')
      .select('name', 'prefix', 'expires_at')
      .where('user_id', userId)
      .whereIn('id', ids)
      .where('is_active', true)
      .where('expires_at', '>', now())
      .orderBy('expires_at')
      .orderBy('id')
    return rows
  })
}
