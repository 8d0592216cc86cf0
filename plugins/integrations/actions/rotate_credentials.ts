import type { Logger } from '@adonisjs/core/logger'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { openCredentials, sealCredentials } from '../models/credentials.js'
import { ExternalSystem } from '../models/external_system.js'

const BATCH = 200

/**
 * Seals credentials that still lie under a former APP_KEY with the present one, so that the former
 * key can be taken out of APP_KEY_PREVIOUS after one start.
 */
export async function rotateCredentials(logger: Logger): Promise<void> {
  await asOperator('every tenant’s credentials move to the present key', async () => {
    for (let last = ''; ;) {
      const systems = await ExternalSystem.query()
        .where('id', '>', last)
        .whereNotNull('auth_config')
        .orderBy('id')
        .limit(BATCH)
      for (const system of systems) await rotate(system, logger)
      if (systems.length < BATCH) return
      last = systems.at(-1)?.id ?? last
    }
  })
}

async function rotate({ id, sealedAuth }: ExternalSystem, logger: Logger): Promise<void> {
  try {
    if (sealedAuth === null || !secrets.use().needsRotation(sealedAuth)) return
    const sealed = sealCredentials(id, openCredentials(id, sealedAuth))
    // Somebody may have entered new credentials meanwhile; theirs stay.
    await ExternalSystem.query()
      .where('id', id)
      .where('auth_config', sealedAuth)
      .update({ auth_config: sealed })
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ systemId: id, code: error.code }, error.message)
  }
}
