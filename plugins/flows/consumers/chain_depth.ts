import type { LoggedEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'

/** Flows that may set each other off in a row. */
const maxDepth = 10
/** Causes that are followed upwards. */
const maxHops = 100

/**
 * How many runs led to this event, or null when it must not start the flow: it was caused, directly
 * or by way of other flows, by a run of the same flow, or the chain is too long. So flows that
 * answer each other's changes come to an end.
 */
export async function chainDepth(event: LoggedEvent, flowId: string): Promise<number | null> {
  if (event.actorType !== 'flow') return 0
  let depth = 0
  let causeId = event.causeId
  for (let hop = 0; causeId && hop < maxHops; hop++) {
    const run = await Execution.query().where('started_event_id', causeId).first()
    if (run?.flowId === flowId) return null
    if (run) depth ||= run.depth + 1
    const above: string | null = run?.triggerEventId ?? causeId
    causeId = await causeOf(above)
  }
  return depth > maxDepth ? null : depth
}

async function causeOf(eventId: string): Promise<string | null> {
  const row = await tenantTable<{ cause_id: string | null }>('middleware_events')
    .where('id', eventId)
    .select('cause_id')
    .first()
  return row?.cause_id ?? null
}
