import type { FailedJob } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'

const MOST = 1000

export interface ListJobsOptions {
  status?: string
  name?: string
  limit: string
}

export async function listFailedJobs(factory: Factory, options: ListJobsOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const api = await factory.api()
  const filter = { status: options.status, name: options.name }
  const { rows, total } = await api.page<FailedJob>('/api/jobs', { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Id', text: (job) => job.id, whole: true },
      { title: 'Name', text: (job) => job.name },
      {
        title: 'Status',
        text: (job) => job.status,
        style: (job, colors) => (job.status === 'failed' ? colors.red : colors.yellow),
      },
      { title: 'Tries', text: (job) => String(job.tries), align: 'right' },
      {
        title: 'Failed',
        text: (job) => formatRelative(job.failedAt),
        raw: (job) => job.failedAt,
      },
      { title: 'Error', text: (job) => job.lastError ?? '' },
    ],
    'No failed jobs.'
  )
  noteTruncation(factory, rows.length, total, 'jobs')
}
