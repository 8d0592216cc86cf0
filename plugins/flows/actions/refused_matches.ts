import { presentRights } from '@crossdock/backend/access'
import { recordEvent } from '@crossdock/kernel/events'
import { withContext } from '@crossdock/kernel/tenancy'
import { flowActor } from '../runs/flow_actor.js'
import type { UnfulfilledRule } from '../contracts/index.js'
import { systemFlowRefused } from '../event_types.js'
import { findStartable } from '../queries/candidate_workflows.js'
import type { Match } from '../queries/find_matches.js'

interface Refused {
  match: Match
  why: UnfulfilledRule
}

/**
 * Divides matches into those that fulfill the rules of their triggers, and those that do not, with the first
 * unmet rule.
 */
export async function splitByRules(
  matches: readonly Match[]
): Promise<{ fulfilled: Match[]; refused: Refused[] }> {
  const fulfilled: Match[] = []
  const refused: Refused[] = []
  for (const match of matches) {
    const why = match.refusal && (await asSaver(match, match.refusal))
    if (why) refused.push({ match, why })
    else fulfilled.push(match)
  }
  return { fulfilled, refused }
}

async function asSaver<T>({ savedBy, workflowId, event }: Match, work: () => Promise<T>) {
  const { permissions } = await presentRights.use().of(savedBy)
  const actor = flowActor({ id: workflowId, name: '' }, event.userId)
  const { environmentId } = event
  return withContext({ permissions, lenderId: savedBy, actor, environmentId }, work)
}

/** Records in the event log why no run started, in the caller's transaction. */
export async function recordRefused(refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return
  const ids = [...new Set(refused.map(({ match }) => match.workflowId))]
  const workflows = new Map((await findStartable(ids)).map((one) => [one.id, one]))
  for (const { match, why } of refused) {
    const workflow = workflows.get(match.workflowId)
    if (!workflow) continue
    const { id: causeId, rootId, eventType, userId } = match.event
    const { environmentId, id, name } = workflow
    const context = { causeId, rootId, environmentId, actor: flowActor(workflow, userId) }
    await withContext(context, () =>
      recordEvent(systemFlowRefused, {
        target: { type: 'workflow', id },
        payload: { name, eventType, ...why },
      })
    )
  }
}
