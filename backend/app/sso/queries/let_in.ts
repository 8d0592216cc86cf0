import { tenantTable } from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'

/** See `providers.haveLetIn`. */
export async function haveLetIn(userIds: readonly string[]): Promise<boolean> {
  const active = await OauthConfig.query().select('id').where('is_active', true)
  const found = await tenantTable('oauth_identities')
    .select('id')
    .whereIn(
      'config_id',
      active.map(({ id }) => id)
    )
    .whereIn('user_id', [...userIds])
    .first()
  return found !== null
}
