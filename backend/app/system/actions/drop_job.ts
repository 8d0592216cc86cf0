import { transaction } from '@crossdock/kernel/database'
import { conflict, notFound, text } from '@crossdock/kernel/http'
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
      if (!job) throw notFound('There is no job with the id "{id}".', id)
      if (!(await deleteJob(id))) {
        const { name, state } = job
        throw conflict(
          'E_STATE',
          text('The job {id} ({name}) is {state}; only one that has failed can be deleted.', {
            id,
            name,
            state,
          })
        )
      }
      await told(jobDropped, job)
    })
  )
}
