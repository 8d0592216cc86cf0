import { clock, now } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'
import { waitForSlot } from '../sending/rate.js'
import { settleAttempt } from '../sending/settle_attempt.js'
import { sendDelivery } from '../sending/send.js'
import { deliver } from './names.js'

type Job = RunningJob<{ deliveryId: string; subscriptionId: string }>

/** One attempt of a delivery. The schedule of the delivery says when the next one follows. */
export const deliverJob = defineJob(deliver, {
  timeoutMs: 60_000,
  retryable: false,
  // For trouble of ours: an attempt that fails is an outcome.
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 10 * 60_000 },
  handle: attempt,
  async failed({ payload }) {
    const error = text('Crossdock could not send it. Look at the failed jobs, then resend it.')
    const ended = {
      status: 'failed',
      error: JSON.stringify(error),
      job_id: null,
      next_attempt_at: null,
    }
    await deliveries.update({ id: payload.deliveryId }, { ...ended, ended_at: now() })
  },
})

const deliveries = tenantRows(WebhookDelivery.table)

async function attempt(job: Job): Promise<void> {
  const { deliveryId, subscriptionId } = job.payload
  const delivery = await WebhookDelivery.find(deliveryId)
  const subscription = await WebhookSubscription.find(subscriptionId)
  if (!delivery || delivery.jobId !== job.id || !subscription || subscription.deletedAt) return
  if (!subscription.isActive && !delivery.isExample) return park(job)
  if (subscription.ratePerSecond && !(await waitForSlot(job, delivery))) return
  const startedAt = new Date(clock.now()).toISOString()
  const outcome = await job.outside(() => sendDelivery(subscription, delivery, job.signal))
  const { secretCreatedAt } = subscription
  await settleAttempt(job, delivery, { ...outcome, startedAt, secretCreatedAt })
}

/** Leaves a delivery without a job until its subscription is resumed. */
async function park(job: Job): Promise<void> {
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
