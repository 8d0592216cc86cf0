import { namesByAddress, personNames } from '@crossdock/backend/users'
import {
  paginate,
  period,
  readNextRows,
  searched,
  type ListDefinition,
  type ListRequest,
  type Row,
  type RowPlace,
} from '@crossdock/kernel/lists'
import type { Reader } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, holds } from '@crossdock/kernel/tenancy'
import { ActivityLog } from '../models/activity_log.js'
import { showActivity, showVeiled } from '../transformers/activity.js'
import { visibleConditions, createVeilCheck } from './veiled.js'

export const activityList: ListDefinition = {
  resource: 'activity',
  filters: {
    userId: 'id',
    entityType: 'text',
    entityId: 'id',
    eventType: 'text',
    search: 'text',
    gathered: 'boolean',
    partOf: 'id',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Entries for the dashboard, which shows the first five. */
const recentEntries = 10

/** Excludes hidden entries; otherwise a search could confirm a guessed name. */
const search = searched('activity_logs', 'action')
type Query = ReturnType<typeof ActivityLog.query>
const filters = {
  async search(query: Query, value: unknown) {
    for (const narrow of await visibleConditions()) query.whereRaw(narrow.sql, narrow.values)
    return search(query, value)
  },
  gathered: (query: Query, value: unknown) => (value === true ? query.whereNull('line_id') : query),
  partOf(query: Query, value: unknown) {
    const ids = [value].flat().map(String)
    return query.where((parts) => void parts.whereIn('id', ids).orWhereIn('line_id', ids))
  },
}

const read = (list: ListRequest) => paginate(visibleEntries(), activityList, list, filters)

/** Whether the list shows lines of the feed. A search, or a filter for one object, shows single entries. */
const isGathered = ({ filter }: Pick<ListRequest, 'filter'>): boolean =>
  filter.gathered === true && !eachFilters.some((name) => filter[name] !== undefined)

const eachFilters = ['search', 'entityId', 'partOf', 'id']

/** The list, with `gathered` set to whether it shows lines. */
const withEffectiveFilter = <L extends Pick<ListRequest, 'filter'>>(list: L): L => ({
  ...list,
  filter: { ...list.filter, gathered: isGathered(list) },
})

/**
 * Entries about data that the caller may read elsewhere, and about the caller's own actions. A program does
 * not see the actions of its owner.
 */
function visibleEntries() {
  const { actor } = currentContext()
  const { types, open } = feedTypes()
  const query = ActivityLog.query()
  if (open.length === types.length) return query
  const names = open.map(({ name }) => name)
  return query.where((visible) => {
    visible.whereIn('event_type', names)
    if (actor.type === 'user' && actor.id) visible.orWhere('user_id', actor.id)
  })
}

/** Event types that have a sentence, and those among them that the caller may read. */
function feedTypes() {
  const types = pluginHost.use().eventTypes.filter(({ activity }) => activity)
  const open = types.filter(({ permission }) => permission === null || holds(permission!))
  return { types, open }
}

/** The event types in the caller's feed, by name. */
export const activityTypes = () =>
  feedTypes()
    .open.map(({ name, description }) => ({ name, description }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

const inReadableScope = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().tenantId
    ? work()
    : asOperator('a super administrator sees what happens in every tenant', work)

/** A page of the feed: of the current tenant, or of all tenants for a super administrator outside any. */
export async function listActivity(list: ListRequest, reader: Reader) {
  const page = await inReadableScope(() => read(withEffectiveFilter(list)))
  return page.map(await showEntries(reader, page.rows, isGathered(list)))
}

/** Entries after a position in the list, and the position of the last one. */
export async function entriesAfter(
  list: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  reader: Reader
) {
  // Exports list every entry, not lines.
  const each = { ...list, filter: { ...list.filter, gathered: false } }
  const { rows, last } = await inReadableScope(() =>
    readNextRows(visibleEntries(), activityList, each, place, filters)
  )
  return { rows: rows.map(await showEntries(reader, rows)), last }
}

/** Ids of the newest events whose entries contain a text and that the caller may read. */
export async function findEventsByText(words: string, most: number): Promise<string[]> {
  const asked = { filter: { search: words }, sort: newestFirst, limit: most }
  const { rows } = await inReadableScope(() =>
    readNextRows(visibleEntries(), activityList, asked, undefined, filters)
  )
  return rows.map(({ id }) => id)
}

const newestFirst = { field: 'createdAt', direction: 'desc' } as const

/** @param areLines whether each row represents its whole line */
async function showEntries(reader: Reader, rows: readonly Entry[], areLines = false) {
  const types = new Map(pluginHost.use().eventTypes.map((type) => [type.name, type]))
  const nameOf = await personNames(rows.map(({ userId }) => userId))
  const people = await namesByAddress(rows.flatMap(peopleOf))
  const isVeiled = await createVeilCheck(rows)
  return (entry: Entry) =>
    isVeiled(entry)
      ? showVeiled(entry, nameOf(entry.userId), reader, areLines)
      : showActivity(entry, nameOf(entry.userId), { types, people }, reader, areLines)
}

/** Ids of the people that a sentence may name. */
const peopleOf = ({ userId, entityType, entityId }: Entry) =>
  entityType === 'user' ? [userId, entityId] : [userId]

type Entry = Row<ActivityLog>

/** The newest entries. Skips the count that lists make, because the dashboard does not need it. */
export async function recentActivity(reader: Reader) {
  const rows = await inReadableScope(async () => newestEntries())
  return rows.map(await showEntries(reader, rows, true))
}

/** The first entries of the newest lines. */
const newestEntries = () =>
  visibleEntries()
    .whereNull('line_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(recentEntries)
