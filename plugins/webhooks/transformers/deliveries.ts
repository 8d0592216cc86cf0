import { mayReadEventType, unveiledEvents } from '@crossdock/flows/contracts'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { MASK } from '@crossdock/kernel/secrets'
import type { WebhookAttempt } from '../models/webhook_attempt.js'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { fixedHeaders } from '../sending/headers.js'
import { messageId } from '../message.js'
import { maxAttempts } from '../sending/schedule.js'
import { deliveryAnswer, deliveryDetailsAnswer } from '../validators/deliveries.js'
import type { TextTranslator } from './subscriptions.js'

type Shown = Row<WebhookDelivery>

const derivedFields = (row: Shown, reader: TextTranslator) => ({
  messageId: messageId(row.id),
  maxAttempts: row.isExample ? 1 : maxAttempts,
  error: row.error && reader.say(row.error),
})

/** Returns deliveries for lists. */
export const showDeliveries = (rows: Shown[], reader: TextTranslator) =>
  rows.map((row) => answerOf(deliveryAnswer, row, derivedFields(row, reader)))

/** Returns a delivery with its message and attempts. The content is only for callers who may read the event. */
export async function showDelivery(
  row: Shown,
  attempts: readonly WebhookAttempt[],
  subscription: WebhookSubscription,
  reader: TextTranslator
) {
  const isOpen = await mayRead(row)
  const own = subscription.headers.map(({ name }) => ({ name, value: MASK }))
  return answerOf(deliveryDetailsAnswer, row, {
    ...derivedFields(row, reader),
    body: isOpen ? row.body : null,
    headers: [...fixedHeaders(row), ...own],
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

/** Returns whether the caller may read the event. An example contains no real data. */
const mayRead = async ({ eventId, eventType }: Shown): Promise<boolean> =>
  eventId === null ||
  (mayReadEventType(eventType) && (await unveiledEvents([eventId])).has(eventId))
