import { transaction } from '@crossdock/kernel/database'
import { conflict, notFound, text } from '@crossdock/kernel/ground'
import { dropJob as deleteJob, findJob } from '@crossdock/kernel/jobs'
import { jobDropped } from '../event_types.js'
import { inJobScope } from '../queries/jobs.js'
import { recordInTenant } from './retry_job.js'

/** Deletes a failed job without doing its work. @throws Problem 404, or 409 while it may still run */
export async function dropJob(id: string): Promise<void> {
  await inJobScope(() =>
    transaction(async () => {
      const job = await findJob(id)
      if (!job) throw notFound('There is no job with the id "{id}".', id)
      if (!(await deleteJob(id))) {
        const { name, state } = job
        throw conflict(
          'E_STATE',
          text('The job {id} ({name}) is {state}. Only failed jobs can be deleted.', {
            id,
            name,
            state,
          })
        )
      }
      await recordInTenant(jobDropped, job)
    })
  )
}
