import { presentRights } from '@crossdock/backend/access'
import { eventReading } from '@crossdock/backend/activity'
import { assetLibrary } from '@crossdock/backend/assets'
import { tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { flowActor } from '../actions/start_execution.js'
import { mayHear } from '../queries/waitable_events.js'
import type { Match } from './find_matches.js'

/**
 * Without those whose event, file or folder is closed to whoever saved the workflow, or to who caused the event: it would
 * learn from its runs what is in there.
 */
export async function openMatches(matches: readonly Match[]): Promise<Match[]> {
  const open: Match[] = []
  for (const group of Map.groupBy(matches, whose).values()) open.push(...(await openOf(group)))
  return open
}

const whose = ({ savedBy, isHeard, event }: Match): string =>
  `${savedBy} ${event.userId} ${isHeard}`

/** Asked as the steps of their runs will ask. */
async function openOf(group: readonly Match[]): Promise<readonly Match[]> {
  const [{ savedBy, workflowId, isHeard, event }] = group as [Match]
  const ids = group.flatMap(({ event: { targetType, targetId } }) =>
    targetType === 'asset' && targetId !== null ? targetId : []
  )
  if (ids.length === 0 && !isHeard) return group
  const { permissions } = await presentRights.use().of(savedBy)
  const actor = flowActor({ id: workflowId, name: '' }, event.userId)
  return withContext({ permissions, lenderId: savedBy, actor }, async () => {
    const closed = ids.length > 0 ? await assetLibrary.use().closed([...new Set(ids)]) : new Set()
    const open = group.filter(({ event: { targetId } }) => !closed.has(targetId ?? ''))
    return isHeard ? readable(open) : open
  })
}

/** Those whose events the context may read in the log. */
async function readable(matches: readonly Match[]): Promise<readonly Match[]> {
  const open = matches.filter(({ event }) => mayHear(event.eventType))
  const log = 'middleware_events'
  const columns = { type: `${log}.target_type`, id: `${log}.target_id`, data: `${log}.payload` }
  const veils = await eventReading.use().open(columns)
  if (open.length === 0 || veils.length === 0) return open
  const query = tenantTable<{ id: string }>(log).whereIn(
    'id',
    open.map(({ event }) => event.id)
  )
  for (const { sql, values } of veils) void query.whereRaw(sql, values)
  const seen = new Set((await query.select('id')).map(({ id }) => id))
  return open.filter(({ event }) => seen.has(event.id))
}
