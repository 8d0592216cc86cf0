import { narrowToNewest, narrowToTime } from '@crossdock/kernel/events'
import {
  isPlace,
  paginateTable,
  period,
  Problem,
  readOnTable,
  text,
  type ListDefinition,
  type ListRequest,
  type Reader,
  type RowPlace,
} from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { showEvents, showFacts } from '../transformers/event.js'
import { eventsAfter } from './after.js'
import { eventFilters, type LogQuery } from './filters.js'
import { visible, visibleLog, wherever } from './visible.js'

export const eventList: ListDefinition = {
  resource: 'events',
  filters: {
    eventType: 'texts',
    group: 'texts',
    status: ['parked', 'failed'],
    search: 'text',
    causeId: 'id',
    rootId: 'id',
    targetId: 'id',
    targetType: 'text',
    sourceType: 'text',
    sourceId: 'text',
    actorType: 'text',
    actorId: 'text',
    environmentId: 'text',
    ...period('created_at'),
    after: { column: 'created_at', operator: '>=', orId: true },
  },
  sorts: { createdAt: 'seq' },
  defaultSort: ['createdAt', 'desc'],
}

/** The most events that a filter without an index scans. */
const mostLookedAt = 10_000
/** Filters that no index of a tenant serves. */
const withoutIndex = [
  'targetType',
  'sourceType',
  'sourceId',
  'actorType',
  'actorId',
  'environmentId',
]
/** Filters that no index serves across tenants: their indexes begin with the tenant. */
const acrossTenants = [...withoutIndex, 'eventType', 'group', 'targetId', 'causeId']
/** Filters that leave few events to scan. */
const narrowing = ['id', 'causeId', 'rootId', 'targetId']

type Filter = ListRequest['filter']

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Narrows the log by time, and to the newest events where a filter has no index. */
export async function narrowLog(query: LogQuery, filter: Filter): Promise<void> {
  if (isPlace(filter.after)) throw onlyInstants()
  const [after, before] = [textOf(filter.after), textOf(filter.before)]
  await narrowToTime(query, { ...(after && { after }), ...(before && { before }) })
  const has = (names: readonly string[]) => names.some((name) => name in filter)
  const { tenantId } = currentContext()
  const scans = tenantId ? has(withoutIndex) && !has(narrowing) : has(acrossTenants)
  if (scans) await narrowToNewest(query, mostLookedAt, before)
}

const onlyInstants = () =>
  new Problem(
    400,
    'E_LIST',
    text('The filter "after" takes the id of an event in GET /api/events alone. Give an instant.')
  )

/** A page of the log: the current tenant's, or that of all tenants for a super administrator who has chosen none. */
export async function listEvents(list: ListRequest, reader: Reader) {
  if (isPlace(list.filter.after)) return eventsAfter(list, list.filter.after, reader)
  const mine = await visible('middleware_events')
  const page = await wherever(async () => {
    const query = visibleLog(mine)
    await narrowLog(query, list.filter)
    return paginateTable(query, eventList, list, eventFilters)
  })
  return page.map(await showEvents(page.rows, reader))
}

/** Some events after a place in the order of the list, and the place of the last one. */
export async function eventsBehind(
  list: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  reader: Reader
) {
  const mine = await visible('middleware_events')
  const { rows, last } = await wherever(async () => {
    const query = visibleLog(mine)
    await narrowLog(query, list.filter)
    return readOnTable(query, eventList, list, place, eventFilters)
  })
  return { rows: rows.map(await showFacts(rows, reader)), last }
}
