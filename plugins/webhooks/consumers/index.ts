import type { Consumer } from '@crossdock/kernel/events'
import { selectPresent } from '../queries/subscriptions.js'
import { sentEvents } from '../queries/event_types.js'
import { createDeliveries, findMatches } from '../sending/fan_out.js'

/**
 * Creates one delivery for each event and subscription, in the transaction that advances the consumer's
 * position.
 */
const fanOut: Consumer = {
  name: 'webhooks.fan_out',
  from: 'now',
  get on() {
    return sentEvents()
  },
  async handle(events) {
    const subscriptions = await selectPresent().where('is_active', true)
    if (subscriptions.length === 0) return
    const found = await findMatches(subscriptions, events)
    if (found.length > 0) await createDeliveries(found)
  },
}

export default [fanOut]
