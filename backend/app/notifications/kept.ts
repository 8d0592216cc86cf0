import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'

const table = 'notices'

const older = (before: string) =>
  tenantTable<{ id: string }>(table).where('created_at', '<', before)

/** What people were told: the matter itself stays where it is. */
export const keptNotifications: KeptRecords = {
  label: text('Notifications'),
  description: text('What people were told in the console, read or not.'),
  defaultDays: 90,
  belongsTo: 'tenant',
  prune: (before, most) => deleteOldest(table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
