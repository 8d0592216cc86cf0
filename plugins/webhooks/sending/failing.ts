import { clock, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { systemActor, withContext } from '@crossdock/kernel/tenancy'
import { factsOf, targetOf } from '../facts.js'
import type { DisabledReason } from '../contracts/names.js'
import { subscriptionDisabled, subscriptionFailing } from '../event_types.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'

const longestMs = 5 * 24 * 60 * 60_000
const mostGivenUp = 20
const thresholds = [90, 70, 50]

/**
 * Returns how close a subscription is to being disabled, in percent. Time alone never disables a subscription: a
 * clock that jumps ahead gives up no delivery.
 */
function percentOf({ failures, failingSince }: WebhookSubscription): number {
  const forMs = failingSince === null ? 0 : clock.now() - Date.parse(failingSince)
  const percent = Math.floor(100 * Math.max(forMs / longestMs, failures / mostGivenUp))
  return failures === 0 ? Math.min(percent, 99) : percent
}

/**
 * Counts a failed attempt of a locked subscription in the open transaction. Warns once for each threshold, and
 * finally disables the subscription. The caller saves the row.
 * @param isOver whether the delivery was given up
 * @param isGone whether the receiver answered 410 Gone
 */
export async function countFailure(
  subscription: WebhookSubscription,
  { isOver, isGone }: { isOver: boolean; isGone: boolean }
): Promise<void> {
  const { failures, failingSince } = subscription
  subscription.merge({ failures: failures + Number(isOver), failingSince: failingSince ?? now() })
  if (!subscription.isActive) return
  const percent = percentOf(subscription)
  if (isGone || percent >= 100) return disable(subscription, isGone ? 'gone' : 'failing')
  const reached = thresholds.find((one) => percent >= one) ?? 0
  if (reached <= subscription.warned) return
  subscription.warned = reached
  await withContext({ actor: systemActor }, () =>
    recordEvent(subscriptionFailing, {
      target: targetOf(subscription),
      payload: {
        ...factsOf(subscription),
        percent: reached,
        failures: subscription.failures,
        failingSince: subscription.failingSince!,
      },
    })
  )
}

async function disable(subscription: WebhookSubscription, reason: DisabledReason): Promise<void> {
  subscription.merge({ isActive: false, disabledReason: reason, updatedAt: now() })
  await withContext({ actor: systemActor }, () =>
    recordEvent(subscriptionDisabled, {
      target: targetOf(subscription),
      payload: { ...factsOf(subscription), reason },
    })
  )
}
