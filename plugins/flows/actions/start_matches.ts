import type { LoggedEvent } from '@crossdock/kernel/events'
import type { TriggerEvent } from '../contracts/index.js'
import { findStartable } from '../queries/driven_workflows.js'
import type { Match } from '../triggers/find_matches.js'
import { startExecutions } from './start_execution.js'

/** Starts what events set off, in the caller's transaction; workflows paused meanwhile stay so. */
export async function startMatches(matches: Match[]): Promise<void> {
  if (matches.length === 0) return
  const found = await findStartable([...new Set(matches.map(({ workflowId }) => workflowId))])
  const workflows = new Map(found.map((workflow) => [workflow.id, workflow]))
  await startExecutions(
    matches.flatMap(({ event, workflowId, depth }) => {
      const workflow = workflows.get(workflowId)
      if (!workflow) return []
      const { id: causeId, rootId, userId } = event
      const start = {
        triggerType: workflow.triggerType,
        assetId: event.targetType === 'asset' ? event.targetId : null,
        userId,
        event: toTriggerEvent(event),
        depth,
      }
      return [{ workflow, start, origin: { causeId, rootId } }]
    })
  )
}

function toTriggerEvent(event: LoggedEvent): TriggerEvent {
  const { id, eventType, createdAt, targetType, targetId, userId, payload } = event
  return { id, eventType, createdAt, targetType, targetId, userId, payload }
}
