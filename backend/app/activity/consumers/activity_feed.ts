import { unscoped } from '@crossdock/kernel/database'
import type { Consumer, EventType, LoggedEvent } from '@crossdock/kernel/events'

/** Writes an entry for every event whose type has a sentence for people. */
export function activityFeed(eventTypes: EventType[]): Consumer {
  const told = eventTypes.filter(({ activity }) => activity)
  const sentences = new Map(told.map(({ name, activity }) => [name, activity!]))
  return {
    name: 'activity.feed',
    gatherMs: 100,
    eventTypes: [...sentences.keys()],
    async handle(events) {
      const rows = events.map((event) => toEntry(event, sentences.get(event.eventType)!))
      await unscoped()
        .insertQuery()
        .table('activity_logs')
        .knexQuery.insert(rows)
        .onConflict('id')
        .ignore()
      await noteLastActive(events)
    },
  }
}

function toEntry(event: LoggedEvent, sentence: NonNullable<EventType['activity']>) {
  return {
    id: event.id,
    tenant_id: event.tenantId,
    user_id: event.userId,
    event_type: event.eventType,
    action: sentence(event.payload),
    entity_type: event.targetType,
    entity_id: event.targetId,
    metadata: JSON.stringify({ ...event.payload, eventType: event.eventType }),
    created_at: event.createdAt,
  }
}

/** The tenant list shows `updatedAt` as "Last Active", so it follows what happens in the tenant. */
async function noteLastActive(events: LoggedEvent[]): Promise<void> {
  const latest = new Map<string, string>()
  for (const { tenantId, createdAt } of events) {
    if (tenantId && createdAt > (latest.get(tenantId) ?? '')) latest.set(tenantId, createdAt)
  }
  for (const [tenantId, time] of latest) {
    await unscoped()
      .from('tenants')
      .where('id', tenantId)
      .where('updated_at', '<', time)
      .update({ updated_at: time })
  }
}
