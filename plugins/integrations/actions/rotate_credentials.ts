import type { Logger } from '@adonisjs/core/logger'
import { transaction } from '@crossdock/kernel/database'
import { securityLog } from '@crossdock/kernel/http'
import { rotateConfig } from '@crossdock/kernel/kinds'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { asOperator, systemActor } from '@crossdock/kernel/tenancy'
import { contextOf, storedAuth } from '../config/stored.js'
import { ExternalSystem } from '../models/external_system.js'

const BATCH = 200

/**
 * Seals secrets of systems that still lie under a former APP_KEY with the present one, so that the
 * former key can be taken out of APP_KEY_PREVIOUS after one start; the security log tells of how
 * many systems. Credentials that an earlier version sealed as a whole are sealed in their parts.
 * What does not open stays as it is, and the log says which system it is of.
 */
export async function rotateCredentials(logger: Logger): Promise<void> {
  let count = 0
  await asOperator('every tenant’s credentials move to the present key', async () => {
    for (let last = ''; ;) {
      const systems = await batchAfter(last)
      for (const { id } of systems) if (await rotate(id, logger)) count++
      if (systems.length < BATCH) return
      last = systems.at(-1)?.id ?? last
    }
  })
  if (count > 0) {
    securityLog()?.allowed({ event: 'credentials_rotated', actor: systemActor, count })
  }
}

function batchAfter(last: string) {
  const query = ExternalSystem.query().select('id').where('id', '>', last)
  if (settings.use().APP_KEY_PREVIOUS.length === 0) query.where('auth_config', 'like', 's1.%')
  return query.orderBy('id').limit(BATCH)
}

/** Whether something lay under a former key. Somebody may enter new secrets meanwhile: theirs stay. */
async function rotate(id: string, logger: Logger): Promise<boolean> {
  try {
    return await transaction(async () => {
      const system = await ExternalSystem.query().where('id', id).forUpdate().first()
      if (!system) return false
      const whole = typeof system.authConfig === 'string' ? system.authConfig : null
      const auth = storedAuth(system)
      const newAuth = rotateConfig(auth, contextOf(id)) ?? (whole === null ? undefined : auth)
      const newConfig = rotateConfig(system.config, contextOf(id))
      const changes = {
        ...(newAuth ? { auth_config: JSON.stringify(newAuth) } : {}),
        ...(newConfig ? { config: JSON.stringify(newConfig) } : {}),
      }
      if (Object.keys(changes).length === 0) return false
      await ExternalSystem.query().where('id', id).update(changes)
      return whole === null || secrets.use().needsRotation(whole)
    })
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ systemId: id, code: error.code }, error.message)
    return false
  }
}
