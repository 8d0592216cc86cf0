import { english } from '@crossdock/kernel/http'
import { unscoped } from '@crossdock/kernel/database'
import type { Consumer, EventType, LoggedEvent } from '@crossdock/kernel/events'
import { sentenceOf } from '../sentence_of.js'

/** Writes an entry for every event whose type has a sentence for people. */
export function activityFeed(eventTypes: EventType[]): Consumer {
  const told = new Map(
    eventTypes.filter(({ activity }) => activity).map((type) => [type.name, type])
  )
  return {
    name: 'activity.feed',
    from: 'start',
    // One statement for all tenants, and events of none are told, too.
    scope: 'operator',
    gatherMs: 100,
    on: [...told.values()],
    async handle(events) {
      const rows = events.map((event) => toEntry(event, told.get(event.eventType)!))
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

/** Of an event a newer version wrote it may be unknown what to say; what kind it is remains true. */
function actionOf(type: EventType, { payload }: LoggedEvent): string {
  const sentence = sentenceOf(type, payload)
  return sentence ? english(sentence) : type.description
}

function toEntry(event: LoggedEvent, type: EventType) {
  // They use the rights of whoever made the link, who has done nothing.
  const isVisitor = event.actorType === 'link'
  const { eventType } = event
  return {
    id: event.id,
    tenant_id: event.tenantId,
    user_id: isVisitor ? null : event.userId,
    event_type: event.eventType,
    action: actionOf(type, event),
    entity_type: event.targetType,
    entity_id: event.targetId,
    metadata: JSON.stringify({
      ...event.payload,
      eventType,
      ...(isVisitor && { actorType: 'link' }),
    }),
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
