import type { Input } from '@crossdock/kernel/http'
import { listActivity, recentActivity } from '../queries/activity.js'

export default class ActivityController {
  index({ list }: Input) {
    return listActivity(list)
  }

  recent() {
    return recentActivity()
  }
}
