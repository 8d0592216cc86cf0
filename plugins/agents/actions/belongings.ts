import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { text } from '@crossdock/kernel/ground'
import { withContext } from '@crossdock/kernel/tenancy'
import { agentHandedOver } from '../event_types.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { recordAgentEvent } from './recorded.js'

/** The desktop agents that a person owns. An agent acts with at most the permissions of its present owner. */
export const ownedAgents: Belongings = {
  tell(count) {
    if (count === 1) return text('1 desktop agent that works with their rights')
    if (count <= mostCounted)
      return text('{count} desktop agents that work with their rights', { count })
    return text('More than {count} desktop agents that work with their rights', {
      count: mostCounted,
    })
  },
  count: (userId) =>
    acrossEnvironments(async () => {
      const query = DesktopAgent.query().where('user_id', userId).whereNull('retired_at')
      return (await query.select('id').limit(mostCounted + 1)).length
    }),
  handOver: (from, to, most) =>
    acrossEnvironments(async () => {
      const query = DesktopAgent.query().where('user_id', from).orderBy('id').limit(most)
      const agents = await query.forUpdate()
      for (const agent of agents) {
        await agent.merge({ userId: to }).save()
        await withContext({ environmentId: agent.environmentId }, () =>
          recordAgentEvent(agentHandedOver, agent)
        )
      }
      return agents.length
    }),
}

/** Runs `work` across all environments, because a person leaves the whole organization. */
const acrossEnvironments = <T>(work: () => Promise<T>) => withContext({ environmentId: null }, work)
