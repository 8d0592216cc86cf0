export type { EventType } from './event_type.js'
export type { Consumer, LoggedEvent } from './consumer.js'
export { countFailedEvents } from './trouble.js'
export { recordEvent, type NewEvent } from './log.js'
