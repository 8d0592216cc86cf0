import type { Logger } from '@adonisjs/core/logger'
import { transaction } from '@crossdock/kernel/database'
import { securityLog } from '@crossdock/kernel/ground'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator, systemActor } from '@crossdock/kernel/tenancy'
import { EnvironmentVariable } from '../models/environment_variable.js'
import { openedValue, sealedValue } from '../sealing.js'

const batch = 200

/**
 * Seals secret variables again that are sealed with a former APP_KEY, like the credentials of systems. The
 * security log records how many. A secret that cannot be opened is kept, and the log names it.
 */
export async function rotateVariables(logger: Logger): Promise<void> {
  let count = 0
  await asOperator(
    'the secrets of every tenant’s environments move to the present key',
    async () => {
      for (let last = ''; ;) {
        const rows = await EnvironmentVariable.query()
          .select('id')
          .where('id', '>', last)
          .whereNotNull('sealed')
          .orderBy('id')
          .limit(batch)
        for (const { id } of rows) if (await rotate(id, logger)) count++
        if (rows.length < batch) return
        last = rows.at(-1)!.id
      }
    }
  )
  if (count > 0) {
    securityLog()?.allowed({ event: 'variables_rotated', actor: systemActor, count })
  }
}

/**
 * Seals one secret again. If a person enters another value at the same time, that value is kept.
 * @returns whether the secret was sealed with a former key
 */
async function rotate(id: string, logger: Logger): Promise<boolean> {
  try {
    return await transaction(async () => {
      const row = await EnvironmentVariable.query().where('id', id).forUpdate().first()
      if (!row || row.sealed === null) return false
      if (!secrets.use().needsRotation(row.sealed)) return false
      const sealed = sealedValue(id, openedValue(row))
      await EnvironmentVariable.query().where('id', id).update({ sealed })
      return true
    })
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ variableId: id, code: error.code }, error.message)
    return false
  }
}
