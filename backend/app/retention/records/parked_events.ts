import { countSetAside, pruneSetAside } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/http'
import type { KeptRecords } from '../contracts/index.js'

export const parkedEvents: KeptRecords = {
  label: text('Parked events'),
  description: text(
    'What failed again and again, and waits for somebody to try it once more. Its deletion is announced a week before.'
  ),
  defaultDays: 90,
  warnDays: 7,
  belongsTo: 'tenant',
  prune: pruneSetAside,
  count: countSetAside,
}
