import { accounts, usersRead } from '@crossdock/backend/users'
import {
  paginate,
  period,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Reader,
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
  paginate(visibleEntries(), activityList, list, { search: searchIn('action') })

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

/** A page of the feed: the current tenant's, or everybody's for a super administrator outside any. */
export async function listActivity(list: ListRequest, reader: Reader) {
  const page = currentContext().tenantId
    ? await read(list)
    : await asOperator('a super administrator sees what happens in every tenant', () => read(list))
  const types = new Map(pluginHost.use().eventTypes.map((type) => [type.name, type]))
  const nameOf = await actorNames(page.rows)
  return page.map((entry) => showActivity(entry, nameOf(entry), types, reader))
}

/** Names of those who did something; of who is gone, and of programs, there is none. */
async function actorNames(entries: readonly Acted[]): Promise<(entry: Acted) => string | null> {
  const mayReadPeople = holds(usersRead)
  const names = new Map<string, string>()
  for (const id of new Set(entries.map(({ userId }) => userId))) {
    const account = id === null ? null : await accounts.use().find(id)
    if (!account) continue
    const hasName = account.label !== account.email
    if (hasName || mayReadPeople) names.set(account.id, account.label)
  }
  return ({ userId }) => names.get(userId ?? '') ?? null
}

type Acted = Pick<ActivityLog, 'userId'>

/** The newest entries. */
export async function recentActivity(reader: Reader) {
  const sort = { field: 'createdAt', direction: 'desc' } as const
  const { rows } = await listActivity({ filter: {}, sort, offset: 0, limit: recentEntries }, reader)
  return rows
}
