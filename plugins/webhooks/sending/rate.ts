import { clock } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'

/**
 * A delivery that missed its slot by more than this time gets a new slot. Otherwise messages that waited for a
 * worker would be sent all together.
 */
const staleMs = 5_000

/**
 * Assigns a delivery the next slot of a rate-limited subscription, in order. If the slot is in the future, the
 * job is rescheduled to it.
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
