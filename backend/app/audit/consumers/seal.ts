import type { Consumer, EventType } from '@crossdock/kernel/events'
import { sealEvents } from '../actions/seal_events.js'
import { isLeftOut } from '../left_out.js'
import { sealerName } from '../queries/is_sealed.js'

/**
 * Seals committed events. Consumers get an event only when no other can appear before it any more, so the
 * order is final.
 */
export const sealer = (eventTypes: readonly EventType[]): Consumer => ({
  name: sealerName,
  from: 'start',
  // Operator scope also includes events of no tenant.
  scope: 'operator',
  gatherMs: 100,
  on: eventTypes.filter((type) => !isLeftOut(type)),
  handle: sealEvents,
})
