import { findEvents, type LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'

/** A file may have been changed thousands of times; what came last says enough. */
const mostEvents = 400

/** What happened to assets last, oldest first; by the log's index of what events are about. */
export async function eventsOf(
  assetIds: readonly string[],
  types: readonly string[]
): Promise<LoggedEvent[]> {
  const rows = await tenantTable<{ id: string }>('middleware_events')
    .whereIn('target_id', [...assetIds])
    .whereIn('event_type', [...types])
    .orderBy('seq', 'desc')
    .limit(mostEvents)
    .select('id')
  return findEvents(rows.map(({ id }) => id))
}
