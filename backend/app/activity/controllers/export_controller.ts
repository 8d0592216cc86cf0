import { now } from '@crossdock/kernel/database'
import { Reader, sendText, type Input } from '@crossdock/kernel/http'
import { activityRead } from '../contracts/index.js'
import { exportActivity } from '../queries/export_activity.js'

export default class ExportController {
  activity({ http, list }: Input) {
    return sendText(http, {
      fileName: `activity-${now().slice(0, 10)}.csv`,
      permission: activityRead,
      parts: (assertAllowed) => exportActivity(list, new Reader(http), assertAllowed),
    })
  }
}
