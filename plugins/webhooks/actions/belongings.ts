import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/http'
import { withContext } from '@crossdock/kernel/tenancy'
import { subscriptionUpdated } from '../event_types.js'
import { present } from '../queries/subscriptions.js'
import { factsOf, targetOf } from './record_about.js'

/** Webhooks are sent what a person may read: the next person decides that from then on. */
export const savedWebhooks: Belongings = {
  tell(count) {
    if (count === 1) return text('1 webhook that is sent what they may read')
    if (count <= mostCounted)
      return text('{count} webhooks that are sent what they may read', { count })
    return text('More than {count} webhooks that are sent what they may read', {
      count: mostCounted,
    })
  },
  count: (userId) =>
    everywhere(async () => {
      const query = present().where('saved_by', userId).select('id')
      return (await query.limit(mostCounted + 1)).length
    }),
  handOver: (from, to, most) =>
    everywhere(async () => {
      const query = present().where('saved_by', from).orderBy('id').limit(most)
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

/** A person leaves the organization, not one of its environments. */
const everywhere = <T>(work: () => Promise<T>) => withContext({ environmentId: null }, work)
