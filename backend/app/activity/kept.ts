import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { ActivityLog } from './models/activity_log.js'

const older = (before: string) =>
  tenantTable<{ id: string }>(ActivityLog.table).where('created_at', '<', before)

/** Entries of the feed: what they were made of stays in the log as long as that is kept. */
export const keptActivity: KeptRecords = {
  label: text('Activity'),
  description: text('The activity feed: what people and the system did, in sentences.'),
  belongsTo: 'tenant',
  prune: (before, most) => deleteOldest(ActivityLog.table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
