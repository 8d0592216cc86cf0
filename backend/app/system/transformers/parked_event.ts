import type { ParkedRow } from '@crossdock/kernel/events'

/** A parked event as administrators see it. */
export function showParkedEvent(row: ParkedRow) {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    consumer: row.consumer,
    eventId: row.event_id,
    eventType: row.event_type,
    state: row.state,
    tries: row.tries,
    lastError: row.last_error,
    triedAt: row.tried_at,
    retryAt: row.retry_at,
    createdAt: row.created_at,
  }
}
