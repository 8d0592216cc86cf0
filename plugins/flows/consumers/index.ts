import type { Consumer, LoggedEvent } from '@crossdock/kernel/events'
import { inTenant, withContext } from '@crossdock/kernel/tenancy'
import { flowActor, startExecution } from '../actions/start_execution.js'
import { triggerTypes, type TriggerEvent } from '../contracts/index.js'
import { Workflow } from '../models/workflow.js'
import { chainDepth } from './chain_depth.js'

/** Starts the flows an event sets off, in the transaction that moves the cursor past the event. */
const triggers: Consumer = {
  name: 'flows.triggers',
  get eventTypes() {
    return [...new Set(triggerTypes.entries().flatMap(([, { eventTypes = [] }]) => eventTypes))]
  },
  async handle(events) {
    for (const [tenantId, own] of Map.groupBy(events, (event) => event.tenantId)) {
      if (tenantId) await inTenant(tenantId, () => startMatching(own))
    }
  },
}

async function startMatching(events: LoggedEvent[]): Promise<void> {
  const driven = triggerTypes.entries().filter(([, { matches }]) => matches)
  const workflows = await Workflow.query()
    .where('is_active', true)
    .whereIn(
      'trigger_type',
      driven.map(([name]) => name)
    )
    .orderBy('id')
  for (const event of events) {
    for (const workflow of workflows) {
      const { matches } = triggerTypes.get(workflow.triggerType)!
      if (matches?.(workflow.triggerConfig, event)) await start(workflow, event)
    }
  }
}

async function start(workflow: Workflow, event: LoggedEvent): Promise<void> {
  const depth = await chainDepth(event, workflow.id)
  if (depth === null) return
  const { id: causeId, rootId, environmentId, userId } = event
  const actor = flowActor(workflow, userId)
  await withContext({ causeId, rootId, environmentId, actor }, async () => {
    await startExecution(workflow, {
      triggerType: workflow.triggerType,
      assetId: event.targetType === 'asset' ? event.targetId : null,
      userId,
      event: toTriggerEvent(event),
      depth,
    })
  })
}

function toTriggerEvent(event: LoggedEvent): TriggerEvent {
  const { id, eventType, createdAt, targetType, targetId, userId, payload } = event
  return { id, eventType, createdAt, targetType, targetId, userId, payload }
}

export default [triggers]
