import { eventReading } from '@crossdock/backend/activity'
import { tenantTable } from '@crossdock/kernel/tenancy'

const log = 'middleware_events'
const columns = { type: `${log}.target_type`, id: `${log}.target_id`, data: `${log}.payload` }

/** The events, by their ids, that are about no file or folder closed to the context's person. */
export async function unveiledEvents(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const veils = await eventReading.use().open(columns)
  if (ids.length === 0 || veils.length === 0) return new Set(ids)
  const query = tenantTable<{ id: string }>(log).whereIn('id', [...ids])
  for (const { sql, values } of veils) void query.whereRaw(sql, values)
  return new Set((await query.select('id')).map(({ id }) => id))
}
