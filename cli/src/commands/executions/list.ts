import type { Execution } from '@crossdock/client'
import { EXECUTION_COLUMNS } from '../../executions/columns.js'
import type { Factory } from '../../factory.js'
import { notAll, wholeNumber } from '../../output/limit.js'

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
  notAll(factory, rows.length, total, 'executions')
}
