import type { Consumer, EventType } from '@crossdock/kernel/events'
import { sealEvents } from '../actions/seal_events.js'
import { isLeftOut } from '../left_out.js'

/** The consumer's name: where it stands is how far the audit is sealed. */
export const sealerName = 'audit.seal'

/** Seals what has happened, behind its commit: the log shows an event once nothing can appear before it any more. */
export const sealer = (eventTypes: readonly EventType[]): Consumer => ({
  name: sealerName,
  from: 'start',
  // The chain of the operator has events of no tenant.
  scope: 'operator',
  gatherMs: 100,
  on: eventTypes.filter((type) => !isLeftOut(type)),
  handle: sealEvents,
})
