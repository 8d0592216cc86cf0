import { createHash } from 'node:crypto'
import { signIns } from '@crossdock/backend/access'
import { clock, now, transaction } from '@crossdock/kernel/database'
import {
  asOperator,
  inTenant,
  insertMissing,
  systemActor,
  tenantTable,
} from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'
import { SsoFailure } from '../provider/failures.js'
import { oldestS, readLogoutToken, type SignedOut } from '../provider/logout_token.js'
import { toleranceS } from '../provider/prove_identity.js'

const reason = 'a provider is in no tenant'

/**
 * Ends the sessions that a provider reports as signed out, even if the provider is off.
 * @throws SsoFailure
 */
export async function logOut(configId: string, token: string): Promise<void> {
  const config = await asOperator(reason, () => OauthConfig.query().where('id', configId).first())
  if (!config) throw new SsoFailure('unknown')
  const { tenantId, name } = config
  const signedOut = await inTenant(tenantId, () => readLogoutToken(config, token))
  const actor = { ...systemActor, label: name }
  await asOperator(reason, () =>
    transaction(() => inTenant(tenantId, () => endSessions(config.id, signedOut), { actor }))
  )
}

async function endSessions(configId: string, { subject, sid, jti }: SignedOut): Promise<void> {
  if (!(await isFirstUse(configId, jti))) throw new SsoFailure('replayed')
  const known = tenantTable<{ session_id: string }>('oauth_sessions').where('config_id', configId)
  if (subject !== null) known.where('subject', subject)
  if (sid !== null) known.where('sid', sid)
  const sessions = await known.select('session_id')
  await signIns.use().end(sessions.map(({ session_id: id }) => id))
}

/**
 * Whether this token was not used before. Expired records may be deleted, because old tokens are refused by
 * their age.
 */
async function isFirstUse(configId: string, jti: string): Promise<boolean> {
  await tenantTable('oauth_logouts').where('expires_at', '<', now()).delete()
  const row = {
    config_id: configId,
    jti: createHash('sha256').update(jti).digest('hex'),
    expires_at: new Date(clock.now() + (oldestS + 2 * toleranceS + 60) * 1000).toISOString(),
  }
  return (await insertMissing('oauth_logouts', [row])) === 1
}
