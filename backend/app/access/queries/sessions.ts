import { clock } from '@crossdock/kernel/database'
import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { asOperator } from '@crossdock/kernel/tenancy'
import { idleMs } from '../session_lifetime.js'
import { Session } from '../models/session.js'

export const sessionList: ListDefinition = {
  resource: 'sessions',
  // `userId` selects the owner in the controller; `listSessions` always sets it.
  filters: { userId: 'text' },
  sorts: { lastSeenAt: 'last_seen_at', createdAt: 'created_at' },
  defaultSort: ['lastSeenAt', 'desc'],
}

/** A page of a person's live sessions. */
export function listSessions(userId: string, list: ListRequest): Promise<Page<Row<Session>>> {
  return asOperator("a super administrator's sessions belong to no tenant", () => {
    const live = Session.query()
      .where('expires_at', '>', clock.date().toISOString())
      .where('last_seen_at', '>', new Date(clock.now() - idleMs).toISOString())
    return paginate(live, sessionList, { ...list, filter: { ...list.filter, userId } })
  })
}
