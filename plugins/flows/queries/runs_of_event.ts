import type { EventEffects } from '@crossdock/backend/events'
import { countUpTo } from '@crossdock/kernel/database'
import { currentContext, tenantTable } from '@crossdock/kernel/tenancy'
import { flowsRead } from '../contracts/index.js'
import { flowStarted } from '../event_types.js'
import { Execution } from '../models/execution.js'
import { shownStatus } from '../transformers/execution.js'

/** The runs that an event caused, found by their `flow_started` events. */
export const runsOfEvents: EventEffects = {
  permission: flowsRead,
  entityType: 'flow_execution',
  async of({ event, caused }, most) {
    const begun = caused.filter(({ eventType }) => eventType === flowStarted.name)
    if (begun.length === 0) return { total: 0, items: [] }
    const runs = await Execution.query()
      .whereIn(
        'id',
        begun.flatMap(({ targetId }) => targetId ?? [])
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(most.shown)
    const items = runs.map(({ id, flowName, status, createdAt }) => ({
      id,
      createdAt,
      name: flowName,
      status: shownStatus(status),
    }))
    // `items` lacks deleted runs and runs of other environments. It is complete if no event was cut off.
    if (caused.length < most.shown) return { total: items.length, items }
    return { total: Math.max(items.length, await countRuns(event.id, most.counted)), items }
  },
}

function countRuns(causeId: string, most: number): Promise<number> {
  const begun = { cause_id: causeId, event_type: flowStarted.name }
  const { environmentId } = currentContext()
  const here = environmentId === null ? {} : { environment_id: environmentId }
  return countUpTo(tenantTable('middleware_events').where({ ...begun, ...here }), most)
}
