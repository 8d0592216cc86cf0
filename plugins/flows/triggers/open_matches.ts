import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { withContext } from '@crossdock/kernel/tenancy'
import { flowActor } from '../actions/start_execution.js'
import type { Match } from './find_matches.js'

/**
 * Without those whose file or folder is closed to whoever saved the workflow, or to who caused the event: it would learn from
 * its runs what is in there.
 */
export async function openMatches(matches: readonly Match[]): Promise<Match[]> {
  const open: Match[] = []
  for (const group of Map.groupBy(matches, whose).values()) {
    const closed = await closedTo(group)
    open.push(...group.filter(({ event }) => !closed.has(event.targetId ?? '')))
  }
  return open
}

const whose = ({ savedBy, event }: Match): string => `${savedBy} ${event.userId}`

/** Asked as the steps of their runs will ask. */
async function closedTo(group: readonly Match[]): Promise<ReadonlySet<string>> {
  const [{ savedBy, workflowId, event }] = group as [Match]
  const ids = group.flatMap(({ event: { targetType, targetId } }) =>
    targetType === 'asset' && targetId !== null ? targetId : []
  )
  if (ids.length === 0) return new Set()
  const { permissions } = await presentRights.use().of(savedBy)
  const actor = flowActor({ id: workflowId, name: '' }, event.userId)
  const closed = () => assetLibrary.use().closed([...new Set(ids)])
  return withContext({ permissions, lenderId: savedBy, actor }, closed)
}
