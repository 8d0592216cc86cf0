import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { withContext } from '@crossdock/kernel/tenancy'
import { flowActor } from '../runs/flow_actor.js'
import { unveiledEvents } from './unveiled_events.js'
import { mayReadEventType } from '../definition/waitable_events.js'
import type { Match } from './find_matches.js'

/**
 * Removes matches whose event, file or folder the person who saved the workflow, or the person who caused the event,
 * may not read. Otherwise this person could learn its content from the runs.
 */
export async function removeClosedMatches(matches: readonly Match[]): Promise<Match[]> {
  const open: Match[] = []
  for (const group of Map.groupBy(matches, whose).values()) open.push(...(await openOf(group)))
  return open
}

const whose = ({ savedBy, isHeard, event }: Match): string =>
  `${savedBy} ${event.userId} ${isHeard}`

/** Returns the readable ones of these matches. Checks them with the permissions that the steps will have. */
async function openOf(group: readonly Match[]): Promise<readonly Match[]> {
  const [{ savedBy, workflowId, isHeard, event }] = group as [Match]
  const ids = group.flatMap(({ event: { targetType, targetId } }) =>
    targetType === 'asset' && targetId !== null ? targetId : []
  )
  if (ids.length === 0 && !isHeard) return group
  const { permissions } = await presentRights.use().of(savedBy)
  const actor = flowActor({ id: workflowId, name: '' }, event.userId)
  return withContext({ permissions, lenderId: savedBy, actor }, async () => {
    const closed =
      ids.length > 0 ? await assetLibrary.use().findClosed([...new Set(ids)]) : new Set()
    const open = group.filter(({ event: { targetId } }) => !closed.has(targetId ?? ''))
    return isHeard ? readable(open) : open
  })
}

/** Returns the matches whose events the context may read in the log. */
async function readable(matches: readonly Match[]): Promise<readonly Match[]> {
  const open = matches.filter(({ event }) => mayReadEventType(event.eventType))
  const seen = await unveiledEvents(open.map(({ event }) => event.id))
  return open.filter(({ event }) => seen.has(event.id))
}
