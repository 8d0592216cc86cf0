import type { LoggedEvent } from '@crossdock/kernel/events'
import type { TriggerEvent } from '../contracts/index.js'

/** Returns the form of an event that steps read. */
export function toTriggerEvent(event: LoggedEvent): TriggerEvent {
  const { id, eventType, createdAt, targetType, targetId, userId, payload } = event
  return { id, eventType, createdAt, targetType, targetId, userId, payload }
}
