import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { WebhookRequest } from '../models/webhook_request.js'

const { table } = WebhookRequest

const older = (before: string) =>
  tenantTable<{ id: string }>(table).where('created_at', '<', before)

/** What came to webhook addresses, with bodies and reasons. */
export const keptRequests: KeptRecords = {
  label: text('Webhook requests'),
  description: text('Requests of other systems, with what they sent and what became of it.'),
  belongsTo: 'environment',
  prune: (before, most) => deleteOldest(table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
