import { isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, text, type Text } from '@crossdock/kernel/ground'
import { findJob, retryJob as putBack, type JobSummary } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { jobRetried } from '../event_types.js'
import { inJobScope } from '../queries/jobs.js'
import { jobKinds } from '../transformers/job.js'

/**
 * Puts a failed job back into the queue with all attempts, for the person who added it.
 * @throws Problem 404, or 409 when it has not failed or is not retried this way
 */
export async function retryJob(id: string): Promise<void> {
  const kinds = await jobKinds()
  await inJobScope(() =>
    transaction(async () => {
      const job = await findJob(id)
      if (!job) throw notFound('There is no job with the id "{id}".', id)
      assertFailed(job)
      const kind = kinds.get(job.name)
      if (!kind)
        throw refused(text('No installed plugin runs jobs named "{name}".', { name: job.name }))
      if (kind.retryable === false) throw refused(retriedElsewhere(job))
      if (!(await requeue(job)))
        throw refused(text('The job {id} is already being retried.', { id }))
      await recordInTenant(jobRetried, job)
    })
  )
}

const refused = (sentence: Text) => conflict('E_STATE', sentence)

function assertFailed({ id, name, state }: JobSummary): void {
  if (state === 'failed') return
  throw refused(
    state === 'unknown'
      ? text('The job {id} ({name}) runs automatically once its plugin is installed.', {
          id,
          name,
        })
      : text('The job {id} ({name}) is {state}. Only failed jobs can be retried.', {
          id,
          name,
          state,
        })
  )
}

const retriedElsewhere = ({ id, name }: JobSummary) =>
  text('The job {id} ({name}) cannot be retried here. Retry its work where it shows as failed.', {
    id,
    name,
  })

async function requeue({ id, name }: JobSummary): Promise<boolean> {
  try {
    return await putBack(id)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused(
      text('Another job now does the same work ({name}). Wait for it, and delete this one.', {
        name,
      })
    )
  }
}

/** Records an event in the log of the job's tenant, or of none. */
export async function recordInTenant(
  type: typeof jobRetried,
  { id, name, tenant_id }: JobSummary
): Promise<void> {
  await withContext({ tenantId: tenant_id, operator: tenant_id === null }, () =>
    recordEvent(type, { target: { type: 'job', id }, payload: { name } })
  )
}
