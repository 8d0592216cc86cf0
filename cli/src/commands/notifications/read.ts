import type { Notification, UnreadNotifications } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'

export interface ReadOptions {
  all?: boolean
}

/** Marks some notifications as read, or with --all every current one. */
export async function readNotifications(
  factory: Factory,
  typed: readonly string[],
  { all = false }: ReadOptions
): Promise<void> {
  if ((typed.length === 0) !== all) {
    throw new UsageError(
      'Name notifications, or give --all.',
      'See them: crossdock notifications list --unread'
    )
  }
  const api = await factory.api()
  const path = '/api/notifications'
  const [newest] = all ? (await api.page<Notification>(path, {}, 0, 1)).rows : []
  const body = all
    ? { upTo: newest?.createdAt ?? new Date().toISOString() }
    : { ids: chosen((await api.page<Notification>(path, {}, 0, 1000)).rows, typed) }
  const left = await api.post<UnreadNotifications>(`${path}/read`, body)
  if (factory.flags.json) return factory.printJson(left)
  factory.say(
    left.count === 0 ? 'No unread notifications.' : `${left.count}${left.more ? '+' : ''} unread.`
  )
}

const chosen = (rows: Notification[], typed: readonly string[]) =>
  typed.map(
    (one) =>
      pick(rows, one, {
        one: 'notification',
        list: 'crossdock notifications list',
        ids: ({ id }) => [id],
        about: ({ text }) => text,
      }).id
  )
