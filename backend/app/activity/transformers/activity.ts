import type { EventType } from '@crossdock/kernel/events'
import type { Reader, Row } from '@crossdock/kernel/http'
import type { ActivityLog } from '../models/activity_log.js'
import { sentenceOf } from '../sentence_of.js'

/** An entry as dashboard and feed show it, told in the language of its reader. */
export function showActivity(
  entry: Row<ActivityLog>,
  types: ReadonlyMap<string, EventType>,
  reader: Reader
) {
  const type = types.get(entry.eventType ?? '')
  const sentence = type && sentenceOf(type, entry.metadata)
  return {
    id: entry.id,
    action: (sentence && reader.translate(sentence)) ?? entry.action,
    createdAt: entry.createdAt,
    entityType: entry.entityType,
    entityId: entry.entityId,
    userId: entry.userId,
    metadata: entry.metadata,
  }
}
