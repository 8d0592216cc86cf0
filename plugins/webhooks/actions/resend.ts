import { now, transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import { cancelJob, enqueue } from '@crossdock/kernel/jobs'
import { deliver, queueOf } from '../job_refs.js'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { findDelivery } from '../queries/deliveries.js'
import { findSubscription } from '../queries/subscriptions.js'

/** @throws Problem 409 when the webhook is not active */
export function assertActive({ isActive, name }: WebhookSubscription): void {
  if (isActive) return
  const sentence = text('The webhook "{name}" is not active. Resume it first.', { name })
  throw conflict('E_WEBHOOK_INACTIVE', sentence)
}

/**
 * Makes the next attempt of a delivery due now, in place of the scheduled attempt. The attempt counts towards
 * the maximum number of attempts. An ended delivery gets one more attempt.
 * @throws Problem 404, 409 during an attempt and for a paused webhook
 */
export function resendDelivery(subscriptionId: string, id: string): Promise<WebhookDelivery> {
  return transaction(async () => {
    assertActive(await findSubscription(subscriptionId))
    const { jobId } = await findDelivery(subscriptionId, id)
    // Lock the job first, as attempts do, because a different lock order could deadlock.
    const isTaken = jobId !== null && (await cancelJob(jobId, { unlessRunning: true }))
    const delivery = await findDelivery(subscriptionId, id, { lock: true })
    assertSendable(delivery, isTaken)
    const payload = { deliveryId: id, subscriptionId }
    const isOver = delivery.endedAt !== null
    return delivery
      .merge({
        status: delivery.attempts === 0 ? 'waiting' : 'retrying',
        isLast: delivery.isLast || isOver,
        isManual: true,
        nextAttemptAt: now(),
        slotAt: null,
        endedAt: null,
        jobId: await enqueue(deliver, payload, queueOf(subscriptionId)),
      })
      .save()
  })
}

/** @param isTaken whether the job of the next attempt was canceled */
function assertSendable({ status, jobId }: WebhookDelivery, isTaken: boolean): void {
  if (status === 'skipped') {
    const sentence = text('The message is too large to be sent. Read the event from the event log.')
    throw conflict('E_DELIVERY_SKIPPED', sentence)
  }
  if (isTaken || jobId === null) return
  const sentence = text('An attempt is under way. Wait for its answer, then resend.')
  throw conflict('E_DELIVERY_UNDER_WAY', sentence)
}
