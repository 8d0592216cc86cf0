import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'
import type { LoggedEvent } from './logged_event.js'

/** The part of an event known before its log position, also for events of newer versions. */
export type SeenEvent = Pick<LoggedEvent, 'eventType' | 'tenantId' | 'targetType' | 'targetId'>

export function toSeen(row: Record<string, unknown>): SeenEvent {
  const text = (name: string) => (row[name] ?? null) as string | null
  return {
    eventType: row.event_type as string,
    tenantId: text('tenant_id'),
    targetType: text('target_type'),
    targetId: text('target_id'),
  }
}

const bells = perApplication(() => new EventEmitter().setMaxListeners(0))

/** Announces a committed event. */
export function notifySeen(event: SeenEvent): void {
  bells().emit('seen', event)
}

/**
 * Listens to every event of every tenant until the returned function is called. Events of this process come
 * before the caller gets its answer; those of other processes come when the tail sees them, even if an open
 * transaction still holds them back. So they are unordered, and some come more than once. `listener` must
 * neither wait nor throw.
 */
export function onSeen(listener: (event: SeenEvent) => void): () => void {
  const bell = bells()
  bell.on('seen', listener)
  return () => bell.off('seen', listener)
}
