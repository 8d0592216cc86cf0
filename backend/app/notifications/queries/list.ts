import {
  paginate,
  type Reader,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/http'
import { Notice } from '../models/notice.js'
import type { Notification } from '../models/notification.js'
import { showNotification } from '../transformers/notification.js'
import { ownNotifications } from './own.js'

export const notificationList: ListDefinition = {
  resource: 'notifications',
  filters: { unread: 'boolean', kind: 'text' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** The caller's, newest first. */
export async function listNotifications(list: ListRequest, reader: Reader) {
  const own = await ownNotifications()
  const page = await paginate(own(), notificationList, list, {
    unread: (rows, value) =>
      value === true ? rows.whereNull('readAt') : rows.whereNotNull('readAt'),
  })
  const notices = await noticesOf(page.rows)
  return page.map((row) => showNotification(row, notices.get(row.noticeId)!, reader))
}

export async function noticesOf(rows: readonly Pick<Row<Notification>, 'noticeId'>[]) {
  const ids = [...new Set(rows.map(({ noticeId }) => noticeId))]
  const found = ids.length === 0 ? [] : await Notice.query().whereIn('id', ids)
  return new Map(found.map((notice) => [notice.id, notice]))
}
