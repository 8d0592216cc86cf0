import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { timesOf, workflowSchedule } from '../queries/schedules.js'
import { inWords } from '../schedules/in_words.js'
import type { scheduleTimesQuery } from '../validators/schedule.js'

export default class SchedulesController {
  async times({ http, query }: Input<undefined, typeof scheduleTimesQuery>) {
    const { schedule, timeZone } = query
    http.response.vary('Accept-Language')
    return {
      ...timesOf(schedule, timeZone),
      sentence: await inWords(schedule, new Reader(http).language),
    }
  }

  show({ params }: ItemInput) {
    return workflowSchedule(params.id)
  }
}
