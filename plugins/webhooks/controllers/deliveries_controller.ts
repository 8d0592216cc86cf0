import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { recoverDeliveries } from '../actions/recover.js'
import { resendDelivery } from '../actions/resend.js'
import { sendExample } from '../actions/send_example.js'
import { attemptsOf, findDelivery, listDeliveries } from '../queries/deliveries.js'
import { findSubscription } from '../queries/subscriptions.js'
import { showDeliveries, showDelivery } from '../transformers/deliveries.js'
import type { exampleBody, recoverBody } from '../validators/subscriptions.js'
import { shownOne, shownPage } from './shown.js'

type Item = Input<undefined, undefined, 'id' | 'deliveryId'>

export default class DeliveriesController {
  index({ params, list, http }: ItemInput) {
    return shownPage(http, showDeliveries, listDeliveries(params.id, list))
  }

  async show({ params, http }: Item) {
    const subscription = await findSubscription(params.id)
    const delivery = await findDelivery(params.id, params.deliveryId)
    const attempts = await attemptsOf(delivery.id)
    return showDelivery(delivery, attempts, subscription, new Reader(http))
  }

  resend({ params, http }: Item) {
    return shownOne(http, showDeliveries, resendDelivery(params.id, params.deliveryId))
  }

  example({ params, body, http }: ItemInput<typeof exampleBody>) {
    return shownOne(http, showDeliveries, sendExample(params.id, body.eventType))
  }

  recover({ params, body }: ItemInput<typeof recoverBody>) {
    return recoverDeliveries(params.id, body.since)
  }
}
