import type { EventReading } from '../contracts/index.js'
import { eventsSaying } from './activity.js'
import { readableTypes } from './readable_events.js'
import { unveiled } from './veiled.js'

export const reading: EventReading = { types: readableTypes, open: unveiled, saying: eventsSaying }
