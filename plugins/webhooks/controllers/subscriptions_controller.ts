import { assertFreshProof, type Input, type ItemInput } from '@crossdock/kernel/http'
import { deleteSubscription } from '../actions/delete_subscription.js'
import { createReceiverPage, endReceiverPage } from '../actions/receiver_page.js'
import { rotateSecret } from '../actions/rotate_secret.js'
import { createSubscription, updateSubscription } from '../actions/save_subscription.js'
import { setActive } from '../actions/set_active.js'
import { subscribableEventTypes } from '../queries/event_types.js'
import { webhookStats } from '../queries/stats.js'
import { findSubscription, listSubscriptions } from '../queries/subscriptions.js'
import { showSubscriptions } from '../transformers/subscriptions.js'
import type {
  createSubscriptionBody,
  receiverPageBody,
  rotateBody,
  updateSubscriptionBody,
} from '../validators/subscriptions.js'
import { shownOne, shownPage } from './shown.js'

export default class SubscriptionsController {
  index({ list, http }: Input) {
    return shownPage(http, showSubscriptions, listSubscriptions(list))
  }

  show({ params, http }: ItemInput) {
    return shownOne(http, showSubscriptions, findSubscription(params.id))
  }

  async store({ body, http }: Input<typeof createSubscriptionBody>) {
    const { subscription, secret } = await createSubscription(body)
    return { ...(await shownOne(http, showSubscriptions, subscription)), secret }
  }

  update({ params, body, http }: ItemInput<typeof updateSubscriptionBody>) {
    return shownOne(http, showSubscriptions, updateSubscription(params.id, body, assertFreshProof))
  }

  async destroy({ params }: ItemInput) {
    await deleteSubscription(params.id)
  }

  pause({ params, http }: ItemInput) {
    return shownOne(http, showSubscriptions, setActive(params.id, false))
  }

  resume({ params, http }: ItemInput) {
    return shownOne(http, showSubscriptions, setActive(params.id, true))
  }

  rotate({ params, body }: ItemInput<typeof rotateBody>) {
    return rotateSecret(params.id, body.keepHours)
  }

  stats({ params }: ItemInput) {
    return webhookStats(params.id)
  }

  eventTypes() {
    return subscribableEventTypes()
  }

  createPage({ params, body }: ItemInput<typeof receiverPageBody>) {
    return createReceiverPage(params.id, body.days)
  }

  async endPage({ params }: ItemInput) {
    await endReceiverPage(params.id)
  }
}
