import { now, transaction } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { subscriptionUpdated } from '../event_types.js'
import { takeUpDeliveries } from '../job_refs.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { findSubscription } from '../queries/subscriptions.js'
import { recordSubscriptionEvent } from './record_about.js'

/**
 * Pauses or resumes a subscription in the open transaction; the caller saves it. Resuming resets the failure
 * count and picks up waiting deliveries.
 */
export async function activate(subscription: WebhookSubscription, isActive: boolean) {
  subscription.merge({ isActive, disabledReason: null })
  if (!isActive) return
  subscription.merge({ failures: 0, failingSince: null, warned: 0, nextSlotAt: null })
  await enqueue(takeUpDeliveries, { subscriptionId: subscription.id })
}

/**
 * Pauses or resumes a subscription.
 * @throws Problem 404
 */
export function setActive(id: string, isActive: boolean): Promise<WebhookSubscription> {
  return transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    const isSo = subscription.isActive === isActive
    if (isSo && (isActive || !subscription.disabledReason)) return subscription
    await activate(subscription, isActive)
    await subscription.merge({ updatedAt: now() }).save()
    await recordSubscriptionEvent(subscriptionUpdated, subscription)
    return subscription
  })
}
