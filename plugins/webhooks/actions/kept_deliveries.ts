import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { WebhookDelivery } from '../models/webhook_delivery.js'

/**
 * Selects all deliveries before a time, also open ones: a delivery stays open this long only if its webhook is
 * paused.
 */
const older = (before: string) =>
  tenantTable<{ id: string }>(WebhookDelivery.table).where('created_at', '<', before)

export const keptDeliveries: KeptRecords = {
  label: text('Webhook deliveries'),
  description: text('Messages that were sent to webhooks, with their attempts.'),
  defaultDays: 30,
  belongsTo: 'tenant',
  prune: (before, most) => deleteOldest(WebhookDelivery.table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
