import { clock, now } from '@crossdock/kernel/database'
import { text, type Text } from '@crossdock/kernel/ground'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'
import { isChosen } from '../sending/fan_out.js'
import { waitForSlot } from '../sending/rate.js'
import { readableEventIds } from '../sending/readable.js'
import { settleAttempt } from '../sending/settle_attempt.js'
import { sendDelivery } from '../sending/send.js'
import { deliver } from '../job_refs.js'

type Job = RunningJob<{ deliveryId: string; subscriptionId: string }>

/** Makes one attempt of a delivery. The schedule of the delivery sets the time of the next attempt. */
export const deliverJob = defineJob(deliver, {
  timeoutMs: 60_000,
  retryable: false,
  // These retries are only for internal errors: a failed attempt is a result, not a job failure.
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 10 * 60_000 },
  handle: attempt,
  async failed({ payload }) {
    const error = text('Crossdock could not send it. Look at the failed jobs, then resend it.')
    await giveUp(payload.deliveryId, error)
  },
})

const deliveries = tenantRows(WebhookDelivery.table)

async function giveUp(id: string, reason: Text): Promise<void> {
  const ended = { status: 'failed', job_id: null, next_attempt_at: null, ended_at: now() }
  await deliveries.update({ id }, { ...ended, error: JSON.stringify(reason) })
}

async function attempt(job: Job): Promise<void> {
  const { deliveryId, subscriptionId } = job.payload
  const delivery = await WebhookDelivery.find(deliveryId)
  const subscription = await WebhookSubscription.find(subscriptionId)
  if (!delivery || delivery.jobId !== job.id || !subscription || subscription.deletedAt) return
  if (!subscription.isActive && !delivery.isExample) return leaveWithoutJob(job)
  const reason = await whyWithheld(subscription, delivery)
  if (reason) return job.finish(() => giveUp(deliveryId, reason))
  if (subscription.ratePerSecond && !(await waitForSlot(job, delivery))) return
  const startedAt = new Date(clock.now()).toISOString()
  const outcome = await job.outside(() => sendDelivery(subscription, delivery, job.signal))
  const { secretCreatedAt } = subscription
  await settleAttempt(job, delivery, { ...outcome, startedAt, secretCreatedAt })
}

/**
 * Returns why a delivery must not be sent any more. A message can wait for days. In this time another person may
 * have changed the address, and that person must not receive events that they may not read.
 */
async function whyWithheld(
  subscription: WebhookSubscription,
  { eventId, eventType }: WebhookDelivery
): Promise<Text | null> {
  if (eventId === null) return null
  if (!isChosen(subscription, eventType)) {
    return text('It was not sent: the webhook no longer sends events of the type "{name}".', {
      name: eventType,
    })
  }
  const readable = await readableEventIds(subscription.savedBy, [{ id: eventId, eventType }])
  if (readable.has(eventId)) return null
  return text(
    'It was not sent: the person who chose the events may not read this event, or it is no longer in the event log.'
  )
}

/** Leaves a delivery without a job until its subscription is resumed. */
async function leaveWithoutJob(job: Job): Promise<void> {
  const { deliveryId, subscriptionId } = job.payload
  const isResumed = await job.commit(async () => {
    const query = WebhookSubscription.query().where('id', subscriptionId)
    const subscription = await query.forUpdate().first()
    if (!subscription || subscription.isActive) return true
    await deliveries.update({ id: deliveryId }, { job_id: null })
    return false
  })
  if (isResumed) await job.resumeAt(new Date(clock.now()))
}
