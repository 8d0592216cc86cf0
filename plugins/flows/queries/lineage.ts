import type { LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { flowStarted } from '../event_types.js'
import { Execution } from '../models/execution.js'

/** Maximum length of a chain of flows that start each other. */
const maxDepth = 10
/** Maximum number of causes that are followed. */
const maxHops = 100

/** Actor types whose events a run may have caused. Events by people and programs have other causes. */
const byMachine: ReadonlySet<string> = new Set(['flow', 'sync', 'system'])

/** The runs that led to an event. */
export interface Lineage {
  depth: number
  flowIds: ReadonlySet<string>
}

/**
 * Follows the causes of an event. The depth is 0 if no run caused the event. Every event about a run counts as caused
 * by the flow of that run, regardless of its actor. So a flow that reacts to ended runs ignores its own runs.
 */
export async function lineageOf(event: LoggedEvent): Promise<Lineage> {
  const { flowId } = event.payload as { flowId?: unknown }
  const flowIds = new Set(typeof flowId === 'string' ? [flowId] : [])
  if (!byMachine.has(event.actorType)) return { depth: 0, flowIds }
  let depth = 0
  let causeId = event.causeId
  for (let hop = 0; causeId && hop < maxHops; hop++) {
    const cause = await findEvent(causeId)
    const run = await begunBy(cause)
    if (run) {
      depth ||= run.depth + 1
      flowIds.add(run.flowId)
    }
    const trigger = run?.triggerEventId ? await findEvent(run.triggerEventId) : cause
    causeId = trigger?.cause_id ?? null
  }
  return { depth, flowIds }
}

/**
 * Returns whether the flow may react to the event. It may not if a run of the same flow caused the event, directly or
 * indirectly, or if too many runs led to the event. So flows that react to each other stop.
 */
export function mayStart({ depth, flowIds }: Lineage, flowId: string): boolean {
  return depth <= maxDepth && !flowIds.has(flowId)
}

interface Cause {
  event_type: string
  target_id: string | null
  cause_id: string | null
}

const findEvent = (id: string) =>
  tenantTable<Cause>('middleware_events')
    .where('id', id)
    .select('event_type', 'target_id', 'cause_id')
    .first()

/** Returns the run whose start an event records. */
async function begunBy(event: Cause | null): Promise<Execution | null> {
  if (event?.event_type !== flowStarted.name) return null
  return Execution.find(event.target_id)
}
