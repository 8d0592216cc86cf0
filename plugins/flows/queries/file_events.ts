import { findEvents, type LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'

/** A file may have been changed a hundred thousand times; what came last says enough. */
const mostOfOne = 100

/**
 * What happened to assets last, oldest first. Each by itself and whatever its type: so the log's index
 * of what events are about brings the newest without reading the others.
 */
export async function eventsOf(
  assetIds: readonly string[],
  types: readonly string[]
): Promise<LoggedEvent[]> {
  const ids: string[] = []
  for (const assetId of assetIds) {
    const newest = await newestAbout(assetId)
    ids.push(...newest.filter((row) => types.includes(row.event_type)).map(({ id }) => id))
  }
  return findEvents(ids)
}

export const newestAbout = (targetId: string) =>
  tenantTable<{ id: string; event_type: string }>('middleware_events')
    .where('target_id', targetId)
    .orderBy('seq', 'desc')
    .limit(mostOfOne)
    .select('id', 'event_type')
