import type { EventReading } from '../contracts/index.js'
import { findEventsByText } from './activity.js'
import { readableTypes } from './readable_events.js'
import { visibleConditions } from './veiled.js'

export const reading: EventReading = {
  types: readableTypes,
  open: visibleConditions,
  findEventsByText: findEventsByText,
}
