import { eventReading } from '@crossdock/backend/activity'
import { tenantTable } from '@crossdock/kernel/tenancy'

const log = 'middleware_events'
const columns = { type: `${log}.target_type`, id: `${log}.target_id`, data: `${log}.payload` }

/** Returns the subset of these events whose file or folder the context's person may open. */
export async function unveiledEvents(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const veils = await eventReading.use().open(columns)
  if (ids.length === 0 || veils.length === 0) return new Set(ids)
  const query = tenantTable<{ id: string }>(log).whereIn('id', [...ids])
  for (const { sql, values } of veils) void query.whereRaw(sql, values)
  return new Set((await query.select('id')).map(({ id }) => id))
}
