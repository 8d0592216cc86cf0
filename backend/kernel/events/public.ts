// The interface for external plugins; stays compatible from version to version.
export { defineEvent, type EventType } from './event_type.js'
export type { Consumer } from './consumer.js'
export type { LoggedEvent } from './logged_event.js'
export { recordEvent, recordEvents, type NewEvent, type TypedEvent } from './log.js'
export { onSeen, type SeenEvent } from './seen.js'
export { findEvents } from './find_events.js'
export { watchLog, type LogReader } from './watch/index.js'
