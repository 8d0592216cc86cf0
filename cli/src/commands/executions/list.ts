import type { Execution } from '@crossdock/client'
import { EXECUTION_COLUMNS } from '../../executions/columns.js'
import type { Factory } from '../../factory.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { periodOf, type Period } from '../../times.js'

const MOST = 1000

export interface ListExecutionsOptions extends Period {
  status?: string
  search?: string
  limit: string
}

export async function listExecutions(
  factory: Factory,
  options: ListExecutionsOptions
): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const filter = { status: options.status, search: options.search, ...periodOf(options) }
  const api = await factory.api()
  const { rows, total } = await api.page<Execution>('/api/flow-executions', { filter }, 0, limit)
  await factory.printList(rows, EXECUTION_COLUMNS, 'No executions found.')
  noteTruncation(factory, rows.length, total, 'executions')
}
