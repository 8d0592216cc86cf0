import type { Logger } from '@adonisjs/core/logger'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { securityLog } from '@crossdock/kernel/ground'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { asOperator, systemActor } from '@crossdock/kernel/tenancy'
import { secretContext } from '../provider/secret_context.js'

/**
 * Reseals client secrets from a former APP_KEY with the current one, so that the former key can be removed from
 * APP_KEY_PREVIOUS after one start. Secrets that do not open stay unchanged, and the log names them.
 */
export async function rotateSecrets(logger: Logger): Promise<void> {
  if (settings.use().APP_KEY_PREVIOUS.length === 0) return
  let count = 0
  await asOperator('the secrets of all tenants move to the current key', async () => {
    const rows: { id: string }[] = await unscoped()
      .from('oauth_configs')
      .select('id')
      .whereNotNull('client_secret')
      .orderBy('id')
    for (const { id } of rows) if (await rotate(id, logger)) count++
  })
  if (count > 0) {
    securityLog()?.allowed({ event: 'oauth_secrets_rotated', actor: systemActor, count })
  }
}

/** Whether it was sealed with a former key. A secret that a person enters concurrently stays. */
async function rotate(id: string, logger: Logger): Promise<boolean> {
  const row = () => unscoped().from('oauth_configs').where('id', id)
  try {
    return await transaction(async () => {
      const found: { client_secret: string | null } | null = await row().forUpdate().first()
      const sealed = found?.client_secret
      if (!sealed || !secrets.use().needsRotation(sealed)) return false
      const context = secretContext(id)
      const resealed = secrets.use().seal(secrets.use().open(sealed, context), context)
      await row().update({ client_secret: resealed })
      return true
    })
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ oauthConfigId: id, code: error.code }, error.message)
    return false
  }
}
