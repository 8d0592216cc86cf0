import { recordEvent, type EventType } from '@crossdock/kernel/events'
import type { WebhookSubscription } from '../models/webhook_subscription.js'

/** Event facts about a subscription. They omit path and query of its address, which may hold a token. */
export const factsOf = ({ name, url }: WebhookSubscription) => ({ name, url: new URL(url).origin })

export const targetOf = ({ id }: WebhookSubscription) => ({ type: 'webhook_subscription', id })

/** Records an event about a subscription, in the open transaction. */
export async function recordSubscriptionEvent(
  type: EventType<{ name: string; url: string }>,
  subscription: WebhookSubscription
): Promise<void> {
  const target = targetOf(subscription)
  await recordEvent(type, { target, payload: factsOf(subscription) })
}
