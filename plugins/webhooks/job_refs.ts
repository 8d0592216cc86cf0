import { jobRef } from '@crossdock/kernel/jobs'

/** Maximum concurrent attempts of one subscription, over all processes. */
export const attemptsAtOnce = 4

/** Sends a delivery and retries until it arrives or is given up. */
export const deliver = jobRef<{ deliveryId: string; subscriptionId: string }>('webhooks.deliver', {
  limitPerKey: attemptsAtOnce,
})

/** Creates the missing jobs of deliveries after their subscription was resumed. */
export const takeUpDeliveries = jobRef<{ subscriptionId: string }>('webhooks.take_up')

/** Deletes the data of a subscription. */
export const forgetSubscription = jobRef<{ subscriptionId: string }>('webhooks.forget')

/**
 * Returns the job queue of a subscription. Each subscription has its own queue, so one slow receiver delays no
 * other.
 */
export const lineOf = (subscriptionId: string) => ({
  limitKey: subscriptionId,
  target: `webhook:${subscriptionId}`,
})
