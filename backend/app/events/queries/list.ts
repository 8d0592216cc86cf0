import { narrowToNewest, narrowToTime } from '@crossdock/kernel/events'
import {
  paginateTable,
  period,
  readOnTable,
  type ListDefinition,
  type ListRequest,
  type Reader,
  type RowPlace,
} from '@crossdock/kernel/http'
import { currentContext, tenantTable } from '@crossdock/kernel/tenancy'
import { showEvents, showFacts, type LogRow } from '../transformers/event.js'
import { eventFilters, type LogQuery } from './filters.js'
import { visible, wherever, type Condition } from './visible.js'

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

/** The events that the caller may read. @param condition from `visible`, in the caller's own context */
export function visibleLog(condition: Condition): LogQuery {
  return tenantTable<LogRow>('middleware_events').whereRaw(condition.sql, condition.values)
}

/** Narrows the log by time, and to the newest events where a filter has no index. */
export async function narrowLog(query: LogQuery, filter: Filter): Promise<void> {
  const [after, before] = [textOf(filter.after), textOf(filter.before)]
  await narrowToTime(query, { ...(after && { after }), ...(before && { before }) })
  const has = (names: readonly string[]) => names.some((name) => name in filter)
  const { tenantId } = currentContext()
  const scans = tenantId ? has(withoutIndex) && !has(narrowing) : has(acrossTenants)
  if (scans) await narrowToNewest(query, mostLookedAt, before)
}

/** A page of the log: the current tenant's, or that of all tenants for a super administrator who has chosen none. */
export async function listEvents(list: ListRequest, reader: Reader) {
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
