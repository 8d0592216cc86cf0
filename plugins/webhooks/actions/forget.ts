import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { cancelJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'

const rowsAtOnce = 500

/**
 * Deletes a batch of deliveries of a subscription with their jobs, and finally the subscription.
 * @returns whether more deliveries may remain
 */
export function deleteSomeDeliveries(subscriptionId: string): Promise<boolean> {
  return transaction(async () => {
    const rows = await WebhookDelivery.query()
      .where('subscription_id', subscriptionId)
      .limit(rowsAtOnce)
      .select('id', 'job_id')
    for (const { jobId } of rows) if (jobId) await cancelJob(jobId)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await WebhookDelivery.query().whereIn('id', ids).delete()
    if (ids.length === rowsAtOnce) return true
    await WebhookSubscription.query().where('id', subscriptionId).delete()
    return false
  })
}

/** Deletes the webhooks of a deleted environment. */
export const webhooksOfEnvironment: EnvironmentBelongings = {
  deleteSome: (environmentId) =>
    withContext({ environmentId }, async () => {
      const subscription = await WebhookSubscription.query().orderBy('id').select('id').first()
      if (!subscription) return false
      await deleteSomeDeliveries(subscription.id)
      return true
    }),
}
