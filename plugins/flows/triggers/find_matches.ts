import { setImmediate } from 'node:timers/promises'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { logger } from '@crossdock/kernel/plugin'
import { triggerTypes, type TriggerConfig } from '../contracts/index.js'
import { drivenWorkflows, type DrivenWorkflow } from '../queries/driven_workflows.js'
import { lineageOf, mayStart, type Lineage } from '../queries/lineage.js'

/** An event and a workflow it sets off. */
export interface Match {
  event: LoggedEvent
  workflowId: string
  /** Runs that led to the event. */
  depth: number
}

interface Wanted {
  limit: number
  behind?: { eventId: string; workflowId: string } | undefined
  only?: string | undefined
}

/** What the events set off: event by event, of each the workflows in the order of their ids. */
export async function findMatches(
  events: LoggedEvent[],
  { limit, behind, only }: Wanted
): Promise<Match[]> {
  const all = await drivenWorkflows(events.map(({ eventType }) => eventType))
  const workflows = new Set(only ? all.filter(({ id }) => id === only) : all)
  const found: Match[] = []
  for (const event of events) {
    let lineage: Lineage | undefined
    for (const workflow of workflows) {
      if (behind?.eventId === event.id && workflow.id <= behind.workflowId) continue
      const answers = matches(workflow, event)
      if (answers === undefined) workflows.delete(workflow)
      if (!answers) continue
      lineage ??= await lineageOf(event)
      if (!mayStart(lineage, workflow.id)) continue
      found.push({ event, workflowId: workflow.id, depth: lineage.depth })
      if (found.length === limit) return found
    }
    // Thousands of workflows may have been compared.
    await setImmediate()
  }
  return found
}

/** Undefined when it cannot be told: a newer version wrote the workflow, or its trigger has a fault. */
function matches(workflow: DrivenWorkflow, event: LoggedEvent): boolean | undefined {
  try {
    const config: TriggerConfig = workflow.config()
    return triggerTypes.get(workflow.triggerType)?.matches?.(config, event)
  } catch (error) {
    const about = { workflowId: workflow.id, eventId: event.id }
    logger
      .use()
      .error({ err: error, ...about }, 'a workflow is left out: its trigger cannot be matched')
    return undefined
  }
}
