import { Reader, type Input } from '@crossdock/kernel/http'
import { listActivity, recentActivity } from '../queries/activity.js'

export default class ActivityController {
  index({ http, list }: Input) {
    return listActivity(list, new Reader(http))
  }

  recent({ http }: Input) {
    return recentActivity(new Reader(http))
  }
}
