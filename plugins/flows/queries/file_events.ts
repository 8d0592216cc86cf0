import { findEvents, type LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'

/** Maximum number of events of one asset, because a file may have been changed a hundred thousand times. */
const mostOfOne = 100

/**
 * Returns the newest events about assets, oldest first. It makes one query for each asset and does not filter by
 * type, so that the log's index by subject finds the newest rows directly.
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
