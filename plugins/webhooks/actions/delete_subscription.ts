import { now, transaction } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { subscriptionDeleted } from '../event_types.js'
import { purgeSubscription } from '../job_refs.js'
import { findSubscription } from '../queries/subscriptions.js'
import { noPage } from './receiver_page.js'
import { recordSubscriptionEvent } from './record_about.js'

/**
 * Marks a subscription as deleted; a job deletes its deliveries.
 * @throws Problem 404
 */
export async function deleteSubscription(id: string): Promise<void> {
  await transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    const ended = { deletedAt: now(), isActive: false, ...noPage }
    await subscription.merge(ended).save()
    await recordSubscriptionEvent(subscriptionDeleted, subscription)
    await enqueue(purgeSubscription, { subscriptionId: id })
  })
}
