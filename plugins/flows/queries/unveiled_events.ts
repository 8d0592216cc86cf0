import { eventReading } from '@crossdock/backend/activity'
import { tenantTable } from '@crossdock/kernel/tenancy'

const log = 'middleware_events'
const columns = { type: `${log}.target_type`, id: `${log}.target_id`, data: `${log}.payload` }

/** Returns the ids of those events that the person of the context may see, as the event log restricts them. */
export async function unveiledEvents(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const filters = await eventReading.use().open(columns)
  if (ids.length === 0 || filters.length === 0) return new Set(ids)
  const query = tenantTable<{ id: string }>(log).whereIn('id', [...ids])
  for (const { sql, values } of filters) void query.whereRaw(sql, values)
  return new Set((await query.select('id')).map(({ id }) => id))
}
