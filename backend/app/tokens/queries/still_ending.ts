import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

export interface EndingToken {
  name: string
  prefix: string
  expires_at: string
}

/** Of these tokens of somebody's, those that are neither revoked nor over yet; the one that ends first is first. */
export function stillEnding(userId: string, ids: string[]): Promise<EndingToken[]> {
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
