import { countOldEvents, pruneEvents } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import type { KeptRecords } from '../contracts/index.js'

export const events: KeptRecords = {
  label: text('Event log'),
  description: text(
    'What people and the server did, and what triggered it. Events that are not yet handled stay.'
  ),
  belongsTo: 'tenant',
  least: {
    days: 7,
    reason: text(
      'A disconnected consumer continues after the last event it has seen, and failed work is retried for days.'
    ),
  },
  prune: pruneEvents,
  count: countOldEvents,
}
