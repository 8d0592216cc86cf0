import { clock } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'

/** A slot that was missed by more is taken again, so that messages that waited for a worker are not sent all together. */
const staleMs = 5_000

/**
 * Gives a delivery its turn among those of a subscription with a rate, in order. Where the turn is yet to come, the job is put
 * back until then.
 * @returns whether the delivery may be sent now
 */
export async function waitForSlot(job: RunningJob, delivery: WebhookDelivery): Promise<boolean> {
  const known = delivery.slotAt === null ? null : Date.parse(delivery.slotAt)
  const isGood = known !== null && known > clock.now() - staleMs
  const slot = isGood ? known : await job.commit(() => takeSlot(delivery))
  if (slot <= clock.now()) return true
  await job.resumeAt(new Date(slot))
  return false
}

async function takeSlot({ id, subscriptionId }: WebhookDelivery): Promise<number> {
  const query = WebhookSubscription.query().where('id', subscriptionId)
  const subscription = await query.forUpdate().first()
  const rate = subscription?.ratePerSecond
  if (!rate) return 0
  const next = subscription.nextSlotAt === null ? 0 : Date.parse(subscription.nextSlotAt)
  const slot = Math.max(clock.now(), next)
  const nextSlotAt = new Date(slot + Math.ceil(1_000 / rate)).toISOString()
  await subscription.merge({ nextSlotAt }).save()
  const slotAt = new Date(slot).toISOString()
  await WebhookDelivery.query().where('id', id).update({ slot_at: slotAt })
  return slot
}
