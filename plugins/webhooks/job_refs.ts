import { jobRef } from '@crossdock/kernel/jobs'

/** Maximum concurrent attempts of one subscription, over all processes. */
export const attemptsAtOnce = 4

/** Sends a delivery and retries until it arrives or is given up. */
export const deliver = jobRef<{ deliveryId: string; subscriptionId: string }>('webhooks.deliver', {
  limitPerKey: attemptsAtOnce,
})

/** Creates the missing jobs of a subscription's deliveries, after a resume or a recovery. */
export const takeUpDeliveries = jobRef<{ subscriptionId: string }>('webhooks.take_up')

/** Deletes a subscription and its deliveries. */
export const purgeSubscription = jobRef<{ subscriptionId: string }>('webhooks.forget')

/** Returns the queue options of a subscription's jobs. Separate queues keep a slow receiver from delaying others. */
export const queueOf = (subscriptionId: string) => ({
  limitKey: subscriptionId,
  target: `webhook:${subscriptionId}`,
})
