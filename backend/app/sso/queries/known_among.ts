import { tenantTable } from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'

/** See `providers.knownAmong`. */
export async function knownAmong(userIds: readonly string[]): Promise<Set<string>> {
  const active = await OauthConfig.query().select('id').where('is_active', true)
  const found = await tenantTable<{ user_id: string }>('oauth_identities')
    .select('user_id')
    .whereIn(
      'config_id',
      active.map(({ id }) => id)
    )
    .where('has_entered', true)
    .whereIn('user_id', [...userIds])
  return new Set(found.map((row) => row.user_id))
}
