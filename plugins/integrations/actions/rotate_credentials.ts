import type { Logger } from '@adonisjs/core/logger'
import { securityLog } from '@crossdock/kernel/http'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator, systemActor } from '@crossdock/kernel/tenancy'
import { openCredentials, sealCredentials } from '../models/credentials.js'
import { ExternalSystem } from '../models/external_system.js'

const BATCH = 200

/**
 * Seals credentials that still lie under a former APP_KEY with the present one, so that the former
 * key can be taken out of APP_KEY_PREVIOUS after one start. The security log tells how many.
 */
export async function rotateCredentials(logger: Logger): Promise<void> {
  let count = 0
  await asOperator('every tenant’s credentials move to the present key', async () => {
    for (let last = ''; ;) {
      const systems = await ExternalSystem.query()
        .where('id', '>', last)
        .whereNotNull('auth_config')
        .orderBy('id')
        .limit(BATCH)
      for (const system of systems) if (await rotate(system, logger)) count++
      if (systems.length < BATCH) return
      last = systems.at(-1)?.id ?? last
    }
  })
  if (count > 0) {
    securityLog()?.allowed({ event: 'credentials_rotated', actor: systemActor, count })
  }
}

/** Whether there was something to seal anew, and it was. */
async function rotate({ id, sealedAuth }: ExternalSystem, logger: Logger): Promise<boolean> {
  try {
    if (sealedAuth === null || !secrets.use().needsRotation(sealedAuth)) return false
    const sealed = sealCredentials(id, openCredentials(id, sealedAuth))
    // Somebody may have entered new credentials meanwhile; theirs stay.
    const [changed] = await ExternalSystem.query()
      .where('id', id)
      .where('auth_config', sealedAuth)
      .update({ auth_config: sealed })
    return Boolean(changed)
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ systemId: id, code: error.code }, error.message)
    return false
  }
}
