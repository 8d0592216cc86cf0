import { jobRef } from '@crossdock/kernel/jobs'

/** Attempts of one subscription at a time, in all processes together. */
export const attemptsAtOnce = 4

/** Sends a delivery, and again until it arrives or is given up. */
export const deliver = jobRef<{ deliveryId: string; subscriptionId: string }>('webhooks.deliver', {
  limitPerKey: attemptsAtOnce,
})

/** Goes on with the deliveries of a subscription that was resumed. */
export const takeUpDeliveries = jobRef<{ subscriptionId: string }>('webhooks.take_up')

/** Deletes what belongs to a subscription. */
export const forgetSubscription = jobRef<{ subscriptionId: string }>('webhooks.forget')

/** How jobs of a subscription line up: apart from all others, so that one that hangs holds up no other. */
export const lineOf = (subscriptionId: string) => ({
  limitKey: subscriptionId,
  target: `webhook:${subscriptionId}`,
})
