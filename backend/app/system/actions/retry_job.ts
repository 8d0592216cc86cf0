import { isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, text, type Text } from '@crossdock/kernel/http'
import { findJob, retryJob as putBack, type JobSummary } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { jobRetried } from '../event_types.js'
import { onJobs } from '../queries/jobs.js'
import { jobKinds } from '../transformers/job.js'

/**
 * Puts a failed job back, to be tried as often as a new one, as the one who added it.
 * @throws Problem 404, or 409 when it has not failed or is not retried this way
 */
export async function retryJob(id: string): Promise<void> {
  const kinds = await jobKinds()
  await onJobs(() =>
    transaction(async () => {
      const job = await findJob(id)
      if (!job) throw notFound('There is no job with the id "{id}".', id)
      assertFailed(job)
      const kind = kinds.get(job.name)
      if (!kind)
        throw refused(text('No installed plugin works jobs named "{name}".', { name: job.name }))
      if (kind.retryable === false) throw refused(retriedElsewhere(job))
      if (!(await backIn(job))) throw refused(text('The job {id} is retried already.', { id }))
      await told(jobRetried, job)
    })
  )
}

const refused = (sentence: Text) => conflict('E_STATE', sentence)

function assertFailed({ id, name, state }: JobSummary): void {
  if (state === 'failed') return
  throw refused(
    state === 'unknown'
      ? text('The job {id} ({name}) is taken up by itself once its plugin is installed.', {
          id,
          name,
        })
      : text('The job {id} ({name}) is {state}; only one that has failed can be retried.', {
          id,
          name,
          state,
        })
  )
}

const retriedElsewhere = ({ id, name }: JobSummary) =>
  text(
    'The job {id} ({name}) is not retried here: what it worked on shows as failed where it belongs, and is retried there.',
    { id, name }
  )

async function backIn({ id, name }: JobSummary): Promise<boolean> {
  try {
    return await putBack(id)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused(
      text('Another job does the same by now ({name}): wait for it, and delete this one.', { name })
    )
  }
}

/** In the log of the tenant the job belongs to, or of none. */
export async function told(
  type: typeof jobRetried,
  { id, name, tenant_id }: JobSummary
): Promise<void> {
  await withContext({ tenantId: tenant_id, operator: tenant_id === null }, () =>
    recordEvent(type, { target: { type: 'job', id }, payload: { name } })
  )
}
