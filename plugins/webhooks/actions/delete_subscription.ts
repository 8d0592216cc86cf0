import { now, transaction } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { subscriptionDeleted } from '../event_types.js'
import { forgetSubscription } from '../jobs/names.js'
import { findSubscription } from '../queries/subscriptions.js'
import { recordAbout } from './record_about.js'

/** Ends a subscription at once; a job deletes its deliveries. @throws Problem 404 */
export async function deleteSubscription(id: string): Promise<void> {
  await transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    const ended = { deletedAt: now(), isActive: false, pageHash: null }
    await subscription.merge(ended).save()
    await recordAbout(subscriptionDeleted, subscription)
    await enqueue(forgetSubscription, { subscriptionId: id })
  })
}
