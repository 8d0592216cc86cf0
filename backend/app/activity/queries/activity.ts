import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/http'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { ActivityLog } from '../models/activity_log.js'
import { showActivity } from '../transformers/activity.js'

export const activityList: ListDefinition = {
  resource: 'activity',
  filters: { userId: 'id', entityType: 'text', entityId: 'id', search: 'text' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Entries the dashboard gets; it shows the first five. */
const recentEntries = 10

const read = (list: ListRequest) =>
  paginate(ActivityLog.query(), activityList, list, { search: searchIn('action') })

/** A page of the feed: the current tenant's, or everybody's for a super administrator outside any. */
export async function listActivity(list: ListRequest) {
  const page = currentContext().tenantId
    ? await read(list)
    : await asOperator('a super administrator sees what happens in every tenant', () => read(list))
  return page.map(showActivity)
}

/** The newest entries. */
export async function recentActivity() {
  const sort = { field: 'createdAt', direction: 'desc' } as const
  const { rows } = await listActivity({ filter: {}, sort, offset: 0, limit: recentEntries })
  return rows
}
