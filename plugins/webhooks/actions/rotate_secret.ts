import { clock, now, transaction } from '@crossdock/kernel/database'
import { subscriptionSecretRotated } from '../event_types.js'
import { findSubscription } from '../queries/subscriptions.js'
import { newSecret, sealFor } from '../sending/sealed.js'
import { recordSubscriptionEvent } from './record_about.js'

const hour = 3_600_000

/**
 * Gives a subscription a new signing secret. The secret is returned now and never again.
 * @param keepHours how long the previous secret also signs
 * @throws Problem 404
 */
export function rotateSecret(id: string, keepHours = 24) {
  return transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    const secret = newSecret()
    const isKept = keepHours > 0
    const until = new Date(clock.now() + keepHours * hour).toISOString()
    await subscription
      .merge({
        previousSecret: isKept ? subscription.secret : null,
        previousSecretUntil: isKept ? until : null,
        secret: sealFor(id, secret),
        secretCreatedAt: now(),
        updatedAt: now(),
      })
      .save()
    await recordSubscriptionEvent(subscriptionSecretRotated, subscription)
    const { secretCreatedAt, previousSecretUntil } = subscription
    return { secret, secretCreatedAt, previousSecretUntil }
  })
}
