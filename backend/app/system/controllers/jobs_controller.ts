import type { Input, ItemInput } from '@crossdock/kernel/http'
import { dropJob } from '../actions/drop_job.js'
import { retryJob } from '../actions/retry_job.js'
import { jobSchedules, listJobs } from '../queries/jobs.js'

export default class JobsController {
  index({ list }: Input) {
    return listJobs(list)
  }

  schedules() {
    return jobSchedules()
  }

  retry({ params }: ItemInput) {
    return retryJob(params.id)
  }

  destroy({ params }: ItemInput) {
    return dropJob(params.id)
  }
}
