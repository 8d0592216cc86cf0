import type { LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'

/** Flows that may set each other off in a row. */
const maxDepth = 10
/** Causes that are followed upwards. */
const maxHops = 100

/** The runs that led to an event. */
export interface Lineage {
  depth: number
  flowIds: ReadonlySet<string>
}

/** Follows the causes of an event upwards; without any run when no flow caused it. */
export async function lineageOf(event: LoggedEvent): Promise<Lineage> {
  const flowIds = new Set<string>()
  if (event.actorType !== 'flow') return { depth: 0, flowIds }
  let depth = 0
  let causeId = event.causeId
  for (let hop = 0; causeId && hop < maxHops; hop++) {
    const run = await Execution.query().where('started_event_id', causeId).first()
    if (run) {
      depth ||= run.depth + 1
      flowIds.add(run.flowId)
    }
    causeId = await causeOf(run?.triggerEventId ?? causeId)
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

async function causeOf(eventId: string): Promise<string | null> {
  const row = await tenantTable<{ cause_id: string | null }>('middleware_events')
    .where('id', eventId)
    .select('cause_id')
    .first()
  return row?.cause_id ?? null
}
