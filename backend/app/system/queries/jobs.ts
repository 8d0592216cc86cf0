import { paginateTable, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { failedJobs, listSchedules } from '@crossdock/kernel/jobs'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { jobKinds, showJob } from '../transformers/job.js'

export const jobList: ListDefinition = {
  resource: 'jobs',
  filters: { status: ['failed', 'unknown'], name: 'text' },
  sorts: { failedAt: 'failed_at' },
  defaultSort: ['failedAt', 'desc'],
}

/** Runs `work` for the current tenant, or for all of them when a super administrator has chosen none. */
export function inJobScope<T>(work: () => Promise<T>): Promise<T> {
  if (currentContext().tenantId) return work()
  return asOperator('a super administrator looks after the jobs of all tenants', work)
}

/** A page of failed jobs. */
export async function listJobs(list: ListRequest) {
  const kinds = await jobKinds()
  const page = await inJobScope(() =>
    paginateTable(failedJobs(), jobList, list, {
      status: (query, value) => query.whereIn('state', [value].flat() as string[]),
    })
  )
  return page.map((row) => showJob(row, kinds))
}

/** The recurring jobs of the installation. */
export function jobSchedules() {
  return asOperator('the operator sees what recurs', listSchedules)
}
