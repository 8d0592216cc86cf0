import { eventReading } from '@crossdock/backend/activity'
import { narrowedTo, type FilterValue } from '@crossdock/kernel/http'
import { currentContext, type tenantTable } from '@crossdock/kernel/tenancy'
import type { LogRow } from '../transformers/event.js'
import { typesNamed, typesOfGroups } from './types.js'
import { marks, type Condition } from './visible.js'

export type LogQuery = ReturnType<typeof tenantTable<LogRow>>

const table = 'middleware_events'
const anId = /^[0-9a-f][0-9a-f-]{5,35}$/i
const aType = /^[a-z][a-z_]*$/
/** The most events that a search of the activity feed finds. */
const mostFound = 1_000

const texts = (value: FilterValue) => [value].flat().map(String)

/** Narrows to the ids of a statement with an index. Few ids are read first; for many, the log is read in its order. */
function narrow(query: LogQuery, found: Condition, condition: Condition) {
  query.whereRaw(condition.sql, condition.values)
  return narrowedTo(query as never, table, found)
}

/** The tenant's part of a statement; empty for a super administrator who has chosen no tenant. */
function ofTenant(): Condition {
  const { tenantId } = currentContext()
  return tenantId ? { sql: 'tenant_id = ? and ', values: [tenantId] } : { sql: '', values: [] }
}

function byTypes(query: LogQuery, types: readonly string[]) {
  const [only] = types
  if (only === undefined) return void query.whereRaw('1 = 0')
  if (types.length === 1) return void query.where('event_type', only)
  const { sql, values } = ofTenant()
  const condition = { sql: `coalesce(event_type, '') in (${marks(types)})`, values: [...types] }
  if (!currentContext().tenantId) return void query.whereRaw(condition.sql, condition.values)
  const found = `select id from ${table} where ${sql}event_type in (${marks(types)})`
  return narrow(query, { sql: found, values: [...values, ...types] }, condition)
}

function byIds(query: LogQuery, found: Condition) {
  return narrow(query, found, { sql: `${table}.id in (${found.sql})`, values: found.values })
}

/** Consumers retry parked events, but not failed ones. An event that is both, for two consumers, counts as failed. */
function byStatus(query: LogQuery, value: FilterValue) {
  const wanted = texts(value)
  const state = {
    parked: `state = 'waiting' and not exists (select 1 from parked_events as other
      where other.event_id = parked_events.event_id and other.state = 'failed')`,
    failed: `state = 'failed'`,
  }
  const states = (['parked', 'failed'] as const).filter((word) => wanted.includes(word))
  const narrowing = states.length === 1 ? state[states[0]!] : 'true'
  const { sql, values } = ofTenant()
  const parked = `from parked_events where ${sql}${narrowing}`
  // Asked of each event in the order of the log, so that reading ends with the page.
  const condition = { sql: `exists (select 1 ${parked} and event_id = ${table}.id)`, values }
  return narrow(query, { sql: `select distinct event_id as id ${parked}`, values }, condition)
}

/** Searches ids by their beginning and types by a part; other words, and digits of names, in the activity feed. */
async function bySearch(query: LogQuery, value: FilterValue) {
  const words = String(value).trim()
  if (words === '') return
  const type = words.toLowerCase()
  if (anId.test(words)) return byIdOf(query, type, await saying(words))
  const types = aType.test(type) ? typesNamed(type) : []
  if (types.length > 0) return byTypes(query, types)
  return void query.whereIn('id', await saying(words))
}

const saying = (words: string) => eventReading.use().saying(words, mostFound)

/** Ids are hexadecimal, so those with this beginning sort before the beginning followed by `g`. @param others further ids */
function byIdOf(query: LogQuery, start: string, others: readonly string[]) {
  const { sql, values } = ofTenant()
  const one = (column: string) =>
    `select id from ${table} where ${sql}${column} >= ? and ${column} < ? and ${column} like ?`
  const bounds = [start, `${start}g`, `${start}%`]
  const said = `select id from ${table} where ${sql}id in (${marks(others)})`
  const found = [one('id'), one('target_id'), ...(others.length > 0 ? [said] : [])]
  return byIds(query, {
    sql: found.join(' union '),
    values: [
      ...[...values, ...bounds, ...values, ...bounds],
      ...(others.length > 0 ? [...values, ...others] : []),
    ],
  })
}

/** `narrowLog` has applied these already. */
const done = () => undefined

export const eventFilters: Record<string, (query: LogQuery, value: FilterValue) => unknown> = {
  after: done,
  before: done,
  eventType: (query, value) => byTypes(query, texts(value)),
  group: (query, value) => byTypes(query, typesOfGroups(texts(value))),
  status: byStatus,
  search: bySearch,
}
