import { personNames } from '@crossdock/backend/users'
import {
  paginate,
  period,
  readOn,
  searched,
  type ListDefinition,
  type ListRequest,
  type Reader,
  type Row,
  type RowPlace,
} from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, holds } from '@crossdock/kernel/tenancy'
import { ActivityLog } from '../models/activity_log.js'
import { showActivity, showVeiled } from '../transformers/activity.js'
import { unveiled, veiled } from './veiled.js'

export const activityList: ListDefinition = {
  resource: 'activity',
  filters: {
    userId: 'id',
    entityType: 'text',
    entityId: 'id',
    eventType: 'text',
    search: 'text',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Entries the dashboard gets; it shows the first five. */
const recentEntries = 10

/** Finds nothing of what is veiled: who guesses at a name would learn it. */
const search = searched('activity_logs', 'action')
const filters = {
  async search(query: Parameters<typeof search>[0], value: unknown) {
    for (const narrow of await unveiled()) query.whereRaw(narrow.sql, narrow.values)
    return search(query, value)
  },
}

const read = (list: ListRequest) => paginate(visibleEntries(), activityList, list, filters)

/**
 * What the caller may read elsewhere, and what they did themselves: the feed is no second door to
 * people, tokens and systems. A program sees no more for the person it works for.
 */
function visibleEntries() {
  const { actor } = currentContext()
  const { told, open } = toldTypes()
  const query = ActivityLog.query()
  if (open.length === told.length) return query
  const names = open.map(({ name }) => name)
  return query.where((visible) => {
    visible.whereIn('event_type', names)
    if (actor.type === 'user' && actor.id) visible.orWhere('user_id', actor.id)
  })
}

/** The kinds of events that have a sentence, and those of them that the caller may read. */
function toldTypes() {
  const told = pluginHost.use().eventTypes.filter(({ activity }) => activity)
  const open = told.filter(({ permission }) => permission === null || holds(permission!))
  return { told, open }
}

/** What the feed can tell the caller of others, by name. */
export const activityTypes = () =>
  toldTypes()
    .open.map(({ name, description }) => ({ name, description }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

const wherever = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().tenantId
    ? work()
    : asOperator('a super administrator sees what happens in every tenant', work)

/** A page of the feed: the current tenant's, or everybody's for a super administrator outside any. */
export async function listActivity(list: ListRequest, reader: Reader) {
  const page = await wherever(() => read(list))
  return page.map(await shownTo(reader, page.rows))
}

/** Some entries behind one of them, and where to read on. */
export async function entriesBehind(
  list: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  reader: Reader
) {
  const { rows, last } = await wherever(() =>
    readOn(visibleEntries(), activityList, list, place, filters)
  )
  return { rows: rows.map(await shownTo(reader, rows)), last }
}

/** The newest events whose entries the caller may read and hold a text. @returns their ids */
export async function eventsSaying(words: string, most: number): Promise<string[]> {
  const asked = { filter: { search: words }, sort: newestFirst, limit: most }
  const { rows } = await wherever(() =>
    readOn(visibleEntries(), activityList, asked, undefined, filters)
  )
  return rows.map(({ id }) => id)
}

const newestFirst = { field: 'createdAt', direction: 'desc' } as const

async function shownTo(reader: Reader, rows: readonly Entry[]) {
  const types = new Map(pluginHost.use().eventTypes.map((type) => [type.name, type]))
  const nameOf = await personNames(rows.map(({ userId }) => userId))
  const isVeiled = await veiled(rows)
  return (entry: Entry) =>
    isVeiled(entry)
      ? showVeiled(entry, nameOf(entry.userId), reader)
      : showActivity(entry, nameOf(entry.userId), types, reader)
}

type Entry = Row<ActivityLog>

/** The newest entries. Nobody asks how many there are, so nobody waits until they are counted. */
export async function recentActivity(reader: Reader) {
  const rows = await wherever(async () => newestEntries())
  return rows.map(await shownTo(reader, rows))
}

export const newestEntries = () =>
  visibleEntries().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(recentEntries)
