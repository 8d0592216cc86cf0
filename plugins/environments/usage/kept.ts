import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'

const table = 'environment_usage'

const older = (before: string) =>
  tenantTable<{ id: string }>(table).where('date', '<', before.slice(0, 10))

/** The retention of the usage of environments, which has one row per day. */
export const keptUsage: KeptRecords = {
  label: text('Usage'),
  description: text('Usage of each environment, day by day.'),
  defaultDays: 400,
  belongsTo: 'tenant',
  least: { days: 62, reason: text('This month is compared with the one before.') },
  prune: (before, most) => deleteOldest(table, older(before), most, 'date'),
  count: (before, most) => countUpTo(older(before), most),
}
