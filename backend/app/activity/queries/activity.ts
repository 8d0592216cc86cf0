import { personNames } from '@crossdock/backend/users'
import {
  paginate,
  period,
  searched,
  type ListDefinition,
  type ListRequest,
  type Reader,
  type Row,
} from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, holds } from '@crossdock/kernel/tenancy'
import { ActivityLog } from '../models/activity_log.js'
import { showActivity } from '../transformers/activity.js'

export const activityList: ListDefinition = {
  resource: 'activity',
  filters: {
    userId: 'id',
    entityType: 'text',
    entityId: 'id',
    search: 'text',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Entries the dashboard gets; it shows the first five. */
const recentEntries = 10

const read = (list: ListRequest) =>
  paginate(visibleEntries(), activityList, list, { search: searched('activity_logs', 'action') })

/**
 * What the caller may read elsewhere, and what they did themselves: the feed is no second door to
 * people, tokens and systems. A program sees no more for the person it works for.
 */
function visibleEntries() {
  const { actor } = currentContext()
  const told = pluginHost.use().eventTypes.filter(({ activity }) => activity)
  const open = told.filter(({ permission }) => permission === null || holds(permission!))
  const query = ActivityLog.query()
  if (open.length === told.length) return query
  const names = open.map(({ name }) => name)
  return query.where((visible) => {
    visible.whereIn('event_type', names)
    if (actor.type === 'user' && actor.id) visible.orWhere('user_id', actor.id)
  })
}

const wherever = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().tenantId
    ? work()
    : asOperator('a super administrator sees what happens in every tenant', work)

/** A page of the feed: the current tenant's, or everybody's for a super administrator outside any. */
export async function listActivity(list: ListRequest, reader: Reader) {
  const page = await wherever(() => read(list))
  return page.map(await shownTo(reader, page.rows))
}

async function shownTo(reader: Reader, rows: readonly Entry[]) {
  const types = new Map(pluginHost.use().eventTypes.map((type) => [type.name, type]))
  const nameOf = await personNames(rows.map(({ userId }) => userId))
  return (entry: Entry) => showActivity(entry, nameOf(entry.userId), types, reader)
}

type Entry = Row<ActivityLog>

/** The newest entries. Nobody asks how many there are, so nobody waits until they are counted. */
export async function recentActivity(reader: Reader) {
  const rows = await wherever(async () => newestEntries())
  return rows.map(await shownTo(reader, rows))
}

export const newestEntries = () =>
  visibleEntries().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(recentEntries)
