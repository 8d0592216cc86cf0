import type { LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { flowStarted } from '../event_types.js'
import { Execution } from '../models/execution.js'

/** Flows that may set each other off in a row. */
const maxDepth = 10
/** Causes that are followed upwards. */
const maxHops = 100

/** What these do may follow from a run; what people and programs do is their own. */
const byMachine: ReadonlySet<string> = new Set(['flow', 'sync', 'system'])

/** The runs that led to an event. */
export interface Lineage {
  depth: number
  flowIds: ReadonlySet<string>
}

/**
 * Follows the causes of an event upwards; without any run when no flow caused it. What the log tells of a run counts as
 * caused by its flow, whoever did it: a flow that answers the end of runs does not answer its own.
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
 * Whether the flow may answer the event. Not when a run of the same flow caused it, directly or by
 * way of others, and not at the end of a long chain: so flows that answer each other's changes come
 * to an end.
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

/** The run whose beginning an event tells. */
async function begunBy(event: Cause | null): Promise<Execution | null> {
  if (event?.event_type !== flowStarted.name) return null
  return Execution.find(event.target_id)
}
