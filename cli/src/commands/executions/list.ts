import type { Execution } from '@crossdock/client'
import { EXECUTION_COLUMNS } from '../../executions/columns.js'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/whole_number.js'

const MOST = 1000

export interface ListExecutionsOptions {
  status?: string
  search?: string
  limit: string
}

export async function listExecutions(
  factory: Factory,
  options: ListExecutionsOptions
): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const api = await factory.api()
  const filter = { status: options.status, search: options.search }
  const { rows, total } = await api.page<Execution>('/api/flow-executions', { filter }, 0, limit)
  await factory.printList(rows, EXECUTION_COLUMNS, 'No executions found.')

  if (total !== undefined && total > rows.length) {
    factory.note(`${rows.length} of ${total} executions. See more with --limit.`)
  }
}
