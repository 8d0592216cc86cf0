import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { WebhookRequest } from '../models/webhook_request.js'

const { table } = WebhookRequest

const older = (before: string) =>
  tenantTable<{ id: string }>(table).where('created_at', '<', before)

/** The retention of requests to webhook addresses, with their bodies. */
export const keptRequests: KeptRecords = {
  label: text('Webhook requests'),
  description: text('Requests of other systems, with their content and result.'),
  belongsTo: 'environment',
  prune: (before, most) => deleteOldest(table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
