import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { withContext } from '@crossdock/kernel/tenancy'
import { contractHandedOver } from '../event_types.js'
import { selectPresent } from '../queries/contracts.js'
import { contractTarget, factsOf } from '../rows/event_facts.js'

/** The sync contracts that a person owns. A contract acts with the permissions of its present owner. */
export const ownedContracts: Belongings = {
  tell(count) {
    if (count === 1) return text('1 sync contract that works with their rights')
    if (count <= mostCounted)
      return text('{count} sync contracts that work with their rights', { count })
    return text('More than {count} sync contracts that work with their rights', {
      count: mostCounted,
    })
  },
  count: (userId) =>
    acrossEnvironments(async () => {
      const query = selectPresent().where('user_id', userId)
      return (await query.select('id').limit(mostCounted + 1)).length
    }),
  handOver: (from, to, most) =>
    acrossEnvironments(async () => {
      const query = selectPresent().where('user_id', from).orderBy('id').limit(most)
      const contracts = await query.forUpdate()
      for (const contract of contracts) {
        await contract.merge({ userId: to }).save()
        await withContext({ environmentId: contract.environmentId }, () =>
          recordEvent(contractHandedOver, {
            target: contractTarget(contract),
            payload: factsOf(contract),
          })
        )
      }
      return contracts.length
    }),
}

/** Runs `work` across all environments, because a person leaves the whole organization. */
const acrossEnvironments = <T>(work: () => Promise<T>) => withContext({ environmentId: null }, work)
