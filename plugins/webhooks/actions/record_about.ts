import { recordEvent, type EventType } from '@crossdock/kernel/events'
import { factsOf, targetOf } from '../facts.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'

/** Records an event about a subscription, in the open transaction. */
export async function recordSubscriptionEvent(
  type: EventType<{ name: string; url: string }>,
  subscription: WebhookSubscription
): Promise<void> {
  const target = targetOf(subscription)
  await recordEvent(type, { target, payload: factsOf(subscription) })
}
