import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { IntegrationLog } from '../models/integration_log.js'

const { table } = IntegrationLog

const older = (before: string) =>
  tenantTable<{ id: string }>(table).where('created_at', '<', before).whereNot('status', 'pending')

/** The retention of calls to other systems, with their requests and answers. Calls in progress are kept. */
export const keptCalls: KeptRecords = {
  label: text('Calls'),
  description: text('Calls to other systems, with what was sent and answered.'),
  belongsTo: 'environment',
  prune: (before, most) => deleteOldest(table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
