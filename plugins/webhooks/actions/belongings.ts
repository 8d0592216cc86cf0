import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { withContext } from '@crossdock/kernel/tenancy'
import { subscriptionUpdated } from '../event_types.js'
import { selectPresent } from '../queries/subscriptions.js'
import { factsOf, targetOf } from '../facts.js'

/**
 * A webhook receives only events that its person may read. After a transfer, the new person's permissions
 * decide.
 */
export const savedWebhooks: Belongings = {
  tell(count) {
    if (count === 1) return text('1 webhook that sends the events they may read')
    if (count <= mostCounted)
      return text('{count} webhooks that send the events they may read', { count })
    return text('More than {count} webhooks that send the events they may read', {
      count: mostCounted,
    })
  },
  count: (userId) =>
    acrossEnvironments(async () => {
      const query = selectPresent().where('saved_by', userId).select('id')
      return (await query.limit(mostCounted + 1)).length
    }),
  handOver: (from, to, most) =>
    acrossEnvironments(async () => {
      const query = selectPresent().where('saved_by', from).orderBy('id').limit(most)
      const subscriptions = await query.forUpdate()
      for (const subscription of subscriptions) {
        await subscription.merge({ savedBy: to }).save()
        await withContext({ environmentId: subscription.environmentId }, () =>
          recordEvent(subscriptionUpdated, {
            target: targetOf(subscription),
            payload: factsOf(subscription),
          })
        )
      }
      return subscriptions.length
    }),
}

/** Runs `work` across all environments, because a person leaves the whole organization. */
const acrossEnvironments = <T>(work: () => Promise<T>) => withContext({ environmentId: null }, work)
