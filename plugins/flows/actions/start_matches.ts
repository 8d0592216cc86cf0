import { findStartable } from '../queries/candidate_workflows.js'
import type { Match } from '../queries/find_matches.js'
import { gather, isGathered } from './gather.js'
import { toTriggerEvent } from '../runs/trigger_event.js'
import { startExecutions } from './start_execution.js'

/**
 * Starts the runs of matched events in the caller's transaction. Workflows paused in the meantime are
 * skipped.
 */
export async function startMatches(matches: Match[]): Promise<void> {
  await gather(matches.filter(isGathered))
  const single = matches.filter((match) => !isGathered(match))
  if (single.length === 0) return
  const found = await findStartable([...new Set(single.map(({ workflowId }) => workflowId))])
  const workflows = new Map(found.map((workflow) => [workflow.id, workflow]))
  await startExecutions(
    single.flatMap(({ event, workflowId, depth }) => {
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
