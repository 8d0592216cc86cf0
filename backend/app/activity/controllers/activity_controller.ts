import { Reader, type Input } from '@crossdock/kernel/http'
import { activityTypes, listActivity, recentActivity } from '../queries/activity.js'
import { readDashboard } from '../queries/dashboard.js'

export default class ActivityController {
  dashboard({ http }: Input) {
    return readDashboard(http)
  }

  index({ http, list }: Input) {
    return listActivity(list, new Reader(http))
  }

  types() {
    return activityTypes()
  }

  recent({ http }: Input) {
    return recentActivity(new Reader(http))
  }
}
