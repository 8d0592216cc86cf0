import { countFailedEvents, pruneFailedEvents } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import type { KeptRecords } from '../contracts/index.js'

export const parkedEvents: KeptRecords = {
  label: text('Parked events'),
  description: text(
    'Events that failed repeatedly and wait for a retry. Their deletion is announced a week before.'
  ),
  defaultDays: 90,
  warnDays: 7,
  belongsTo: 'tenant',
  prune: pruneFailedEvents,
  count: countFailedEvents,
}
