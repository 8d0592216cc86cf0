import { transaction } from '@crossdock/kernel/database'
import { logger } from '@crossdock/kernel/plugin'
import { SecretError } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { WebhookSubscription } from '../models/webhook_subscription.js'
import { resealColumns } from '../sending/sealed.js'

const rowsAtOnce = 200

/** Re-seals webhook secrets that are sealed with a former APP_KEY. The log names secrets that cannot be opened. */
export function rotateWebhookKeys(): Promise<void> {
  return asOperator('the secrets of all webhooks move to the present key', async () => {
    for (let last = ''; ;) {
      const query = WebhookSubscription.query()
        .where('id', '>', last)
        .orderBy('id')
        .limit(rowsAtOnce)
      const rows = await query.select('id')
      for (const { id } of rows) await rotate(id)
      if (rows.length < rowsAtOnce) return
      last = rows.at(-1)!.id
    }
  })
}

async function rotate(id: string): Promise<void> {
  try {
    await transaction(async () => {
      const row = await WebhookSubscription.query().where('id', id).forUpdate().first()
      if (row) await row.merge(resealColumns(row)).save()
    })
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    logger.use().warn({ webhookId: id, code: error.code }, error.message)
  }
}
