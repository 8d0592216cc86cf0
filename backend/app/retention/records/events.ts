import { countOldEvents, pruneEvents } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/http'
import type { KeptRecords } from '../contracts/index.js'

export const events: KeptRecords = {
  label: text('Event log'),
  description: text(
    'What happened, as the server works with it: who did what, and what set it off. Events that something has yet to handle stay.'
  ),
  belongsTo: 'tenant',
  least: {
    days: 7,
    reason: text(
      'What was disconnected goes on behind the last event it has seen, and what failed is tried again for days.'
    ),
  },
  prune: pruneEvents,
  count: countOldEvents,
}
