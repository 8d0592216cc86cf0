import type { Consumer } from '@crossdock/kernel/events'
import { present } from '../queries/subscriptions.js'
import { sentEvents } from '../queries/event_types.js'
import { makeDeliveries, matches } from '../sending/fan_out.js'

/** Makes the deliveries of events, in the commit that advances the cursor: one for each event and subscription. */
const fanOut: Consumer = {
  name: 'webhooks.fan_out',
  from: 'now',
  get on() {
    return sentEvents()
  },
  async handle(events) {
    const subscriptions = await present().where('is_active', true)
    if (subscriptions.length === 0) return
    const found = await matches(subscriptions, events)
    if (found.length > 0) await makeDeliveries(found)
  },
}

export default [fanOut]
