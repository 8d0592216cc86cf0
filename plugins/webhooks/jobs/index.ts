import { transaction } from '@crossdock/kernel/database'
import { defineJob, enqueueAll, type RunningJob } from '@crossdock/kernel/jobs'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { deleteSomeDeliveries } from '../actions/forget.js'
import { openStatuses } from '../contracts/names.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'
import { deliverJob } from './deliver.js'
import { deliver, purgeSubscription, queueOf, takeUpDeliveries } from '../job_refs.js'

type OfSubscription = RunningJob<{ subscriptionId: string }>

const sliceSize = 200
const retry = { attempts: 50, delayMs: 1_000, maxDelayMs: 60 * 60_000 }
const deliveries = tenantRows(WebhookDelivery.table)

/** Creates a job for each open delivery that has none, oldest first. */
async function createMissingJobs({
  payload: { subscriptionId },
  signal,
}: OfSubscription): Promise<void> {
  for (let size = sliceSize; size === sliceSize;) {
    signal.throwIfAborted()
    size = await transaction(() => createSomeJobs(subscriptionId))
  }
}

async function createSomeJobs(subscriptionId: string): Promise<number> {
  // A concurrent pause waits for this lock, so no delivery gets a job after the pause.
  const found = await WebhookSubscription.query().where('id', subscriptionId).forUpdate().first()
  if (!found?.isActive || found.deletedAt) return 0
  const rows = await WebhookDelivery.query()
    .where('subscription_id', subscriptionId)
    .whereIn('status', [...openStatuses])
    .whereNull('job_id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(sliceSize)
    .select('id', 'next_attempt_at')
  const ids = await enqueueAll(
    deliver,
    rows.map(({ id, nextAttemptAt }) => ({
      payload: { deliveryId: id, subscriptionId },
      ...(nextAttemptAt ? { runAt: new Date(nextAttemptAt) } : {}),
      ...queueOf(subscriptionId),
    }))
  )
  for (const [at, { id }] of rows.entries()) await deliveries.update({ id }, { job_id: ids[at]! })
  return rows.length
}

async function forget({ payload, signal }: OfSubscription): Promise<void> {
  while (await deleteSomeDeliveries(payload.subscriptionId)) signal.throwIfAborted()
}

export default [
  deliverJob,
  defineJob(takeUpDeliveries, { retry, handle: createMissingJobs }),
  defineJob(purgeSubscription, { retry, handle: forget }),
]
