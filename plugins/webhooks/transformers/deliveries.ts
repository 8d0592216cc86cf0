import { mayHear, unveiledEvents } from '@crossdock/flows/contracts'
import { answerOf, type Row } from '@crossdock/kernel/http'
import { MASK } from '@crossdock/kernel/secrets'
import type { WebhookAttempt } from '../models/webhook_attempt.js'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { framing } from '../sending/headers.js'
import { messageId } from '../sending/message.js'
import { maxAttempts } from '../sending/schedule.js'
import { deliveryAnswer, deliveryDetailsAnswer } from '../validators/deliveries.js'
import type { Says } from './subscriptions.js'

type Shown = Row<WebhookDelivery>

const derived = (row: Shown, reader: Says) => ({
  messageId: messageId(row.id),
  maxAttempts: row.isExample ? 1 : maxAttempts,
  error: row.error && reader.say(row.error),
})

/** Deliveries for lists. */
export const showDeliveries = (rows: Shown[], reader: Says) =>
  rows.map((row) => answerOf(deliveryAnswer, row, derived(row, reader)))

/** A delivery with its message and attempts. What the event says is for callers who may read the event. */
export async function showDelivery(
  row: Shown,
  attempts: readonly WebhookAttempt[],
  subscription: WebhookSubscription,
  reader: Says
) {
  const isOpen = await mayRead(row)
  const own = subscription.headers.map(({ name }) => ({ name, value: MASK }))
  return answerOf(deliveryDetailsAnswer, row, {
    ...derived(row, reader),
    body: isOpen ? row.body : null,
    headers: [...framing(row.id), ...own],
    tries: attempts.map((attempt) => ({
      number: attempt.number,
      at: attempt.createdAt,
      statusCode: attempt.statusCode,
      error: attempt.error && reader.say(attempt.error),
      durationMs: attempt.durationMs,
      answer: isOpen ? attempt.answer : null,
      isManual: attempt.isManual,
    })),
  })
}

/** An example says nothing about anything. */
const mayRead = async ({ eventId, eventType }: Shown): Promise<boolean> =>
  eventId === null || (mayHear(eventType) && (await unveiledEvents([eventId])).has(eventId))
