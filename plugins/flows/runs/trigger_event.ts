import type { LoggedEvent } from '@crossdock/kernel/events'
import type { TriggerEvent } from '../contracts/index.js'

/** What steps read of an event. */
export function toTriggerEvent(event: LoggedEvent): TriggerEvent {
  const { id, eventType, createdAt, targetType, targetId, userId, payload } = event
  return { id, eventType, createdAt, targetType, targetId, userId, payload }
}
