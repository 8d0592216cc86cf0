import type { LoggedEvent } from '@crossdock/kernel/events'

/** An event in the form of the live stream. */
export function showLiveEvent(event: LoggedEvent) {
  const { id, eventType, tenantId, targetType, targetId, actorType, actorId, createdAt } = event
  return {
    id,
    type: eventType,
    tenantId,
    target: targetType && targetId ? { type: targetType, id: targetId } : null,
    actor: { type: actorType, id: actorId },
    createdAt,
  }
}
