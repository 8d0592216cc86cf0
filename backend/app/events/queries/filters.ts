import { eventReading } from '@crossdock/backend/activity'
import { narrowedTo, type FilterValue } from '@crossdock/kernel/lists'
import { currentContext, type tenantTable } from '@crossdock/kernel/tenancy'
import { type LogRow, placeholders, type Condition } from './visible.js'
import { typesNamed, typesOfGroups } from './types.js'

export type LogQuery = ReturnType<typeof tenantTable<LogRow>>

const table = 'middleware_events'
const anId = /^[0-9a-f][0-9a-f-]{5,35}$/i
const aType = /^[a-z][a-z_]*$/
/** Maximum of events that a search finds in the activity feed. */
const maxFound = 1_000

const texts = (value: FilterValue) => [value].flat().map(String)

/**
 * Narrows the log to the ids that `found` selects. If they are few, the list starts from them. Otherwise it
 * reads the log in its order and checks `condition`.
 */
function narrow(query: LogQuery, found: Condition, condition: Condition) {
  query.whereRaw(condition.sql, condition.values)
  return narrowedTo(query as never, table, found)
}

/** The condition for the tenant; empty for a super administrator outside of tenants. */
function tenantCondition(): Condition {
  const { tenantId } = currentContext()
  return tenantId ? { sql: 'tenant_id = ? and ', values: [tenantId] } : { sql: '', values: [] }
}

function whereTypes(query: LogQuery, types: readonly string[]) {
  const [only] = types
  if (only === undefined) return void query.whereRaw('1 = 0')
  if (types.length === 1) return void query.where('event_type', only)
  const { sql, values } = tenantCondition()
  const condition = {
    sql: `coalesce(event_type, '') in (${placeholders(types)})`,
    values: [...types],
  }
  if (!currentContext().tenantId) return void query.whereRaw(condition.sql, condition.values)
  const found = `select id from ${table} where ${sql}event_type in (${placeholders(types)})`
  return narrow(query, { sql: found, values: [...values, ...types] }, condition)
}

function whereIds(query: LogQuery, found: Condition) {
  return narrow(query, found, { sql: `${table}.id in (${found.sql})`, values: found.values })
}

/**
 * Parked events are retried; failed ones are not. An event that is parked for one consumer and failed for
 * another counts as failed.
 */
function whereStatus(query: LogQuery, value: FilterValue) {
  const wanted = texts(value)
  const state = {
    parked: `state = 'waiting' and not exists (select 1 from parked_events as other
      where other.event_id = parked_events.event_id and other.state = 'failed')`,
    failed: `state = 'failed'`,
  }
  const states = (['parked', 'failed'] as const).filter((word) => wanted.includes(word))
  const narrowing = states.length === 1 ? state[states[0]!] : 'true'
  const { sql, values } = tenantCondition()
  const parked = `from parked_events where ${sql}${narrowing}`
  // This condition is checked event by event in the order of the log, so reading ends with the page.
  const condition = { sql: `exists (select 1 ${parked} and event_id = ${table}.id)`, values }
  return narrow(query, { sql: `select distinct event_id as id ${parked}`, values }, condition)
}

/**
 * Searches ids by their beginning, otherwise types by a part. Words that match no type, and text that looks
 * like an id, also search the activity feed.
 */
async function whereSearch(query: LogQuery, value: FilterValue) {
  const words = String(value).trim()
  if (words === '') return
  const type = words.toLowerCase()
  if (anId.test(words)) return whereIdStartsWith(query, type, await findIdsByText(words))
  const types = aType.test(type) ? typesNamed(type) : []
  if (types.length > 0) return whereTypes(query, types)
  return void query.whereIn('id', await findIdsByText(words))
}

const findIdsByText = (words: string) => eventReading.use().findEventsByText(words, maxFound)

/** Ids are hexadecimal, so all ids that begin with `start` sort before `start` + "g". @param others further ids */
function whereIdStartsWith(query: LogQuery, start: string, others: readonly string[]) {
  const { sql, values } = tenantCondition()
  const one = (column: string) =>
    `select id from ${table} where ${sql}${column} >= ? and ${column} < ? and ${column} like ?`
  const bounds = [start, `${start}g`, `${start}%`]
  const byOthers = `select id from ${table} where ${sql}id in (${placeholders(others)})`
  const found = [one('id'), one('target_id'), ...(others.length > 0 ? [byOthers] : [])]
  return whereIds(query, {
    sql: found.join(' union '),
    values: [
      ...values,
      ...bounds,
      ...values,
      ...bounds,
      ...(others.length > 0 ? [...values, ...others] : []),
    ],
  })
}

/** `narrowLog` has applied these filters. */
const alreadyApplied = () => undefined

export const eventFilters: Record<string, (query: LogQuery, value: FilterValue) => unknown> = {
  after: alreadyApplied,
  before: alreadyApplied,
  eventType: (query, value) => whereTypes(query, texts(value)),
  group: (query, value) => whereTypes(query, typesOfGroups(texts(value))),
  status: whereStatus,
  search: whereSearch,
}
