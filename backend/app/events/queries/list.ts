import { narrowToNewest, narrowToTime } from '@crossdock/kernel/events'
import {
  isPlace,
  paginateTable,
  period,
  readNextTableRows,
  type ListDefinition,
  type ListRequest,
  type RowPlace,
} from '@crossdock/kernel/lists'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { showEvents, showFacts } from './show_events.js'
import { eventsAfter } from './after.js'
import { eventFilters, type LogQuery } from './filters.js'
import { visibleCondition, visibleLog, inReadableScope } from './visible.js'

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

/** Maximum number of events that a filter without an index scans. */
const maxScanned = 10_000
/** Filters without an index, even inside a tenant. */
const withoutIndex = [
  'targetType',
  'sourceType',
  'sourceId',
  'actorType',
  'actorId',
  'environmentId',
]
/** Filters without an index for all tenants together, because their indexes start with the tenant. */
const acrossTenants = [...withoutIndex, 'eventType', 'group', 'targetId', 'causeId']
/** Filters that select few events, so no limit is necessary. */
const narrowing = ['id', 'causeId', 'rootId', 'targetId']

type Filter = ListRequest['filter']

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Narrows the log by time. If a filter has no index, narrows it to the newest events. */
export async function narrowLog(query: LogQuery, filter: Filter): Promise<void> {
  if (isPlace(filter.after)) throw onlyInstants()
  const [after, before] = [textOf(filter.after), textOf(filter.before)]
  await narrowToTime(query, { ...(after && { after }), ...(before && { before }) })
  const has = (names: readonly string[]) => names.some((name) => name in filter)
  const { tenantId } = currentContext()
  const scans = tenantId ? has(withoutIndex) && !has(narrowing) : has(acrossTenants)
  if (scans) await narrowToNewest(query, maxScanned, before)
}

const onlyInstants = () =>
  new Problem(
    400,
    'E_LIST',
    text('The filter "after" accepts an event id only in GET /api/events. Give an instant.')
  )

/** A page of the log: of the current tenant, or of all tenants for a super administrator outside of tenants. */
export async function listEvents(list: ListRequest, reader: Reader) {
  if (isPlace(list.filter.after)) return eventsAfter(list, list.filter.after, reader)
  const mine = await visibleCondition('middleware_events')
  const page = await inReadableScope(async () => {
    const query = visibleLog(mine)
    await narrowLog(query, list.filter)
    return paginateTable(query, eventList, list, eventFilters)
  })
  return page.map(await showEvents(page.rows, reader))
}

/** Events after a position in the list, and the position of the last one. */
export async function eventsAfterPlace(
  list: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  reader: Reader
) {
  const mine = await visibleCondition('middleware_events')
  const { rows, last } = await inReadableScope(async () => {
    const query = visibleLog(mine)
    await narrowLog(query, list.filter)
    return readNextTableRows(query, eventList, list, place, eventFilters)
  })
  return { rows: rows.map(await showFacts(rows, reader)), last }
}
