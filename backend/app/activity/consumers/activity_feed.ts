import { english } from '@crossdock/kernel/ground'
import { unscoped } from '@crossdock/kernel/database'
import type { Consumer, EventType, LoggedEvent } from '@crossdock/kernel/events'
import { sentenceOf } from '../sentence_of.js'
import { alone, gather } from './gather.js'

/** Writes a feed entry for every event whose type has a sentence for people. */
export function activityFeed(eventTypes: EventType[]): Consumer {
  const types = new Map(
    eventTypes.filter(({ activity }) => activity).map((type) => [type.name, type])
  )
  return {
    name: 'activity.feed',
    from: 'start',
    // Operator scope writes the entries of all tenants with one statement, and those of no tenant.
    scope: 'operator',
    gatherMs: 100,
    on: [...types.values()],
    async handle(events) {
      const lines = await gather(events, types)
      const rows = events.map((event) => ({
        ...toEntry(event, types.get(event.eventType)!),
        ...(lines.get(event.id) ?? alone),
      }))
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

/** The sentence in English. If it does not fit a payload of another version, the type's description. */
function actionOf(type: EventType, { payload }: LoggedEvent): string {
  const sentence = sentenceOf(type, payload)
  return sentence ? english(sentence) : type.description
}

function toEntry(event: LoggedEvent, type: EventType) {
  // Visitors of a link act with its creator's permissions, but the creator did nothing.
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

/** Each event updates its tenant's `updatedAt`, which the tenant list shows as "Last Active". */
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
