import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'

const table = 'notices'

const olderThan = (before: string) =>
  tenantTable<{ id: string }>(table).where('created_at', '<', before)

/** Notices and their notifications. What they report is stored elsewhere. */
export const keptNotifications: KeptRecords = {
  label: text('Notifications'),
  description: text('Notifications in the console, read and unread.'),
  defaultDays: 90,
  belongsTo: 'tenant',
  prune: (before, most) => deleteOldest(table, olderThan(before), most),
  count: (before, most) => countUpTo(olderThan(before), most),
}
