import { transaction } from '@crossdock/kernel/database'
import { conflict, notFound } from '@crossdock/kernel/http'
import { dropJob as deleteJob, findJob } from '@crossdock/kernel/jobs'
import { jobDropped } from '../event_types.js'
import { onJobs } from '../queries/jobs.js'
import { told } from './retry_job.js'

/**
 * Deletes a job nobody could finish: what it was to do is not done.
 * @throws Problem 404, or 409 while it may still be done
 */
export async function dropJob(id: string): Promise<void> {
  await onJobs(() =>
    transaction(async () => {
      const job = await findJob(id)
      if (!job) throw notFound('job', id)
      if (!(await deleteJob(id))) {
        const message = `The job ${id} (${job.name}) is ${job.state}; only one that has failed can be deleted.`
        throw conflict('E_STATE', message)
      }
      await told(jobDropped, job)
    })
  )
}
