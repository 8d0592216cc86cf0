import { Reader, type Input } from '@crossdock/kernel/http'
import { markRead } from '../actions/mark_read.js'
import { inOwnScope } from '../queries/scope.js'
import { listNotifications } from '../queries/list.js'
import { countUnread } from '../queries/unread.js'
import type { readBody } from '../validators/notifications.js'

export default class NotificationsController {
  index({ http, list }: Input) {
    return inOwnScope(() => listNotifications(list, new Reader(http)))
  }

  unread() {
    return inOwnScope(countUnread)
  }

  read({ body }: Input<typeof readBody>) {
    return inOwnScope(async () => {
      await markRead(body)
      return countUnread()
    })
  }
}
