import type { Input, ItemInput } from '@crossdock/kernel/http'
import { timesOf, workflowSchedule } from '../queries/schedules.js'
import type { scheduleTimesQuery } from '../validators/schedule.js'

export default class SchedulesController {
  times({ query }: Input<undefined, typeof scheduleTimesQuery>) {
    return timesOf(query.schedule, query.timeZone)
  }

  show({ params }: ItemInput) {
    return workflowSchedule(params.id)
  }
}
