import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { cancelJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'

const rowsAtOnce = 500

/** Deletes some deliveries of a subscription with their jobs, and in the end itself. @returns whether there may be more */
export function forgetSome(subscriptionId: string): Promise<boolean> {
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

/** The webhooks of an environment, which end with it. */
export const webhooksOfEnvironment: EnvironmentBelongings = {
  deleteSome: (environmentId) =>
    withContext({ environmentId }, async () => {
      const subscription = await WebhookSubscription.query().orderBy('id').select('id').first()
      if (!subscription) return false
      await forgetSome(subscription.id)
      return true
    }),
}
