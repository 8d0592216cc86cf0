import type { Logger } from '@adonisjs/core/logger'
import { transaction } from '@crossdock/kernel/database'
import { securityLog } from '@crossdock/kernel/ground'
import { rotateConfig } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { asOperator, systemActor } from '@crossdock/kernel/tenancy'
import { contextOf, storedAuth } from '../config/stored.js'
import { rotatedTokens } from '../grants/stored_tokens.js'
import { sealedFor } from '../hooks/address_of.js'
import { WebhookAddress } from '../hooks/models/webhook_address.js'
import { ExternalSystem } from '../models/external_system.js'
import { SystemGrant } from '../models/system_grant.js'

const BATCH = 200

type Model = typeof ExternalSystem | typeof SystemGrant | typeof WebhookAddress

/** Columns of a row that a former key had sealed, sealed again with the present key. Empty if there are none. */
type Changes = Record<string, string>

/**
 * Seals secrets of systems, grants and webhooks again if a former APP_KEY sealed them. After one start, the former
 * key can be removed from APP_KEY_PREVIOUS. The security log records the number of rows. Credentials that an
 * earlier version sealed as a whole are sealed part by part. Secrets that cannot be opened are kept, and the log
 * names them.
 */
export async function rotateCredentials(logger: Logger): Promise<void> {
  const hasFormerKeys = settings.use().APP_KEY_PREVIOUS.length > 0
  const count = await asOperator('every tenant’s credentials move to the present key', async () => {
    const systems = await rotateEach(ExternalSystem, columnsOfSystem, logger, !hasFormerKeys)
    if (!hasFormerKeys) return systems
    const grants = await rotateEach(SystemGrant, rotatedTokens, logger)
    return systems + grants + (await rotateEach(WebhookAddress, columnsOfWebhook, logger))
  })
  if (count > 0) {
    securityLog()?.allowed({ event: 'credentials_rotated', actor: systemActor, count })
  }
}

/**
 * Rotates the secrets of all rows of a table.
 * @param onlyWhole whether to select only systems whose credentials an earlier version sealed as a whole
 */
async function rotateEach<Row extends { id: string }>(
  model: Model,
  columnsOf: (row: Row) => Changes,
  logger: Logger,
  onlyWhole = false
): Promise<number> {
  let count = 0
  for (let last = ''; ;) {
    const query = model.query().select('id').where('id', '>', last).orderBy('id').limit(BATCH)
    if (onlyWhole) query.where('auth_config', 'like', 's1.%')
    const rows = await query
    for (const { id } of rows) if (await rotate(model, id, columnsOf, logger)) count++
    if (rows.length < BATCH) return count
    last = rows.at(-1)!.id
  }
}

/**
 * Seals the secrets of a row again. Secrets that a person enters concurrently are kept.
 * @returns whether a former key was in use
 */
async function rotate<Row extends { id: string }>(
  model: Model,
  id: string,
  columnsOf: (row: Row) => Changes,
  logger: Logger
): Promise<boolean> {
  try {
    return await transaction(async () => {
      const row = (await model.query().where('id', id).forUpdate().first()) as Row | null
      const changes = row ? columnsOf(row) : {}
      if (Object.keys(changes).length === 0) return false
      await model.query().where('id', id).update(changes)
      return true
    })
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.warn({ table: model.table, id, code: error.code }, error.message)
    return false
  }
}

function columnsOfSystem(system: ExternalSystem): Changes {
  const context = contextOf(system.id)
  const isWhole = typeof system.authConfig === 'string'
  const auth = storedAuth(system)
  return changed({
    auth_config: rotateConfig(auth, context) ?? (isWhole ? auth : undefined),
    config: rotateConfig(system.config, context),
  })
}

function columnsOfWebhook({ id, verificationConfig, previousSecret }: WebhookAddress): Changes {
  return changed({
    verification_config: rotateConfig(verificationConfig, sealedFor(id)),
    previous_secret: previousSecret ? rotateConfig(previousSecret, sealedFor(id)) : undefined,
  })
}

const changed = (columns: Record<string, unknown>): Changes =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value)])
  )
