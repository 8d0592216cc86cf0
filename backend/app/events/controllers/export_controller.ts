import { activityRead } from '@crossdock/backend/activity'
import { now } from '@crossdock/kernel/database'
import { Reader, sendText, type Input } from '@crossdock/kernel/http'
import { exportEvents } from '../queries/export_events.js'

export default class ExportController {
  events({ http, list }: Input) {
    return sendText(http, {
      fileName: `events-${now().slice(0, 10)}.csv`,
      permission: activityRead,
      parts: (assertAllowed) => exportEvents(list, new Reader(http), assertAllowed),
    })
  }
}
