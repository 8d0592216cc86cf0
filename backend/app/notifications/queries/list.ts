import {
  Page,
  paginate,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/lists'
import type { Reader } from '@crossdock/kernel/http'
import type { Notice } from '../models/notice.js'
import { contextTables } from './scope.js'
import type { Notification } from '../models/notification.js'
import { showNotification } from '../transformers/notification.js'
import { ownNotifications } from './own.js'

export const notificationList: ListDefinition = {
  resource: 'notifications',
  filters: { unread: 'boolean', kind: 'text' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** The caller's notifications, newest first. */
export async function listNotifications(list: ListRequest, reader: Reader) {
  const own = await ownNotifications()
  const page = await paginate(own(), notificationList, list, {
    unread: (rows, value) =>
      value === true ? rows.whereNull('readAt') : rows.whereNotNull('readAt'),
  })
  const withContent = await withNotices(page.rows)
  const shown = withContent.map(({ row, notice }) => showNotification(row, notice, reader))
  return new Page(shown, page.total - page.rows.length + withContent.length, page.offset)
}

/** Adds the notice to each row. Leaves out rows whose notice was deleted after the rows were read. */
export async function withNotices<R extends Pick<Row<Notification>, 'noticeId'>>(
  rows: readonly R[]
): Promise<{ row: R; notice: Notice }[]> {
  const ids = [...new Set(rows.map(({ noticeId }) => noticeId))]
  const found = ids.length === 0 ? [] : await contextTables().Notice.query().whereIn('id', ids)
  const notices = new Map(found.map((notice) => [notice.id, notice]))
  return rows.flatMap((row) => {
    const notice = notices.get(row.noticeId)
    return notice ? [{ row, notice }] : []
  })
}
