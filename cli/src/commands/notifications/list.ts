import type { Notification } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'

const MOST = 1000

export interface ListNotificationsOptions {
  unread?: boolean
  limit: string
}

export async function listNotifications(
  factory: Factory,
  { unread, limit: typed }: ListNotificationsOptions
): Promise<void> {
  const limit = wholeNumber('--limit', typed, MOST)
  const filter = unread ? { unread: 'true' } : {}
  const api = await factory.api()
  const { rows, total } = await api.page<Notification>('/api/notifications', { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      {
        title: 'When',
        text: ({ createdAt }) => formatRelative(createdAt),
        raw: ({ createdAt }) => createdAt,
      },
      { title: 'What', text: ({ text }) => text },
      { title: 'Read', text: ({ readAt }) => (readAt ? 'yes' : 'no') },
      { title: 'Kind', text: ({ kind }) => kind, onlyPiped: true },
      { title: 'Id', text: ({ id }) => id.slice(-8), raw: ({ id }) => id },
    ],
    unread ? 'No unread notifications.' : 'No notifications.'
  )
  noteTruncation(factory, rows.length, total, 'notifications')
}
