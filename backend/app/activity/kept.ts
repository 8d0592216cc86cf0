import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { ActivityLog } from './models/activity_log.js'

const olderThan = (before: string) =>
  tenantTable<{ id: string }>(ActivityLog.table).where('created_at', '<', before)

/** Entries of the feed. The event log has its own retention. */
export const keptActivity: KeptRecords = {
  label: text('Activity'),
  description: text('The activity feed: what people and the system did, in sentences.'),
  belongsTo: 'tenant',
  prune: (before, most) => deleteOldest(ActivityLog.table, olderThan(before), most),
  count: (before, most) => countUpTo(olderThan(before), most),
}
