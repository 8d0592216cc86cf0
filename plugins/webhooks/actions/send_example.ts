import { mayReadEventType } from '@crossdock/flows/contracts'
import { newId, now, transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { deliver, queueOf } from '../job_refs.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { exampleOf, sentEvents } from '../queries/event_types.js'
import { findSubscription } from '../queries/subscriptions.js'

/**
 * Sends an example of an event immediately, even while the webhook is paused. There is no retry.
 * @throws Problem 404, 422
 */
export async function sendExample(subscriptionId: string, eventType: string) {
  const type = sentEvents().find(({ name }) => name === eventType)
  if (!type) {
    const sentence = text('There are no events of the type "{name}".', { name: eventType })
    throw invalid('eventType', sentence, 'exists')
  }
  if (!mayReadEventType(eventType)) {
    const sentence = text('You may not read events of the type "{name}".', { name: eventType })
    throw invalid('eventType', sentence, 'permission')
  }
  const deliveryId = newId()
  await transaction(async () => {
    await findSubscription(subscriptionId, { lock: true })
    await WebhookDelivery.create({
      id: deliveryId,
      subscriptionId,
      eventId: null,
      eventType,
      status: 'waiting',
      attempts: 0,
      isExample: true,
      isLast: true,
      isManual: true,
      nextAttemptAt: now(),
      body: JSON.stringify(exampleOf(type, now())),
      jobId: await enqueue(deliver, { deliveryId, subscriptionId }, queueOf(subscriptionId)),
    })
  })
  return WebhookDelivery.findOrFail(deliveryId)
}
