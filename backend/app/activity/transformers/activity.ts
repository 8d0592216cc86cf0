import type { Row } from '@crossdock/kernel/http'
import type { ActivityLog } from '../models/activity_log.js'

/** An entry as dashboard and feed show it. */
export function showActivity(entry: Row<ActivityLog>) {
  return {
    id: entry.id,
    action: entry.action,
    createdAt: entry.createdAt,
    entityType: entry.entityType,
    entityId: entry.entityId,
    userId: entry.userId,
    metadata: entry.metadata,
  }
}
