import { Reader, type Input } from '@crossdock/kernel/http'
import { markRead } from '../actions/mark_read.js'
import { listNotifications } from '../queries/list.js'
import { countUnread } from '../queries/unread.js'
import type { readBody } from '../validators/notifications.js'

export default class NotificationsController {
  index({ http, list }: Input) {
    return listNotifications(list, new Reader(http))
  }

  unread() {
    return countUnread()
  }

  async read({ body }: Input<typeof readBody>) {
    await markRead(body)
    return countUnread()
  }
}
