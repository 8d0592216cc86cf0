import { EventEmitter } from 'node:events'
import { perApplication } from '../ground/application.js'
import type { LoggedEvent } from './logged_event.js'

/** What is told of an event before its place in the log is known, also of one a newer version wrote. */
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

/** Tells that an event is committed. */
export function tellSeen(event: SeenEvent): void {
  bells().emit('seen', event)
}

/**
 * Listens to every event of every tenant as soon as this process can know of it, until the returned
 * function is called: its own before the one who caused it has an answer, those of other processes
 * when the tail sees them, even where an open transaction still holds them back. So they come in no
 * order, and some more than once. `listener` must neither wait nor throw.
 */
export function onSeen(listener: (event: SeenEvent) => void): () => void {
  const bell = bells()
  bell.on('seen', listener)
  return () => bell.off('seen', listener)
}
