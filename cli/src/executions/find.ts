import type { Execution } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { pick, type Named } from '../find.js'
import { beginningOf, isId } from '../ids.js'
import { formatRelative } from '../output/format.js'

const MAX_CANDIDATES = 100

const kind: Named<Execution> = {
  one: 'execution',
  list: 'crossdock executions list',
  ids: (row) => [row.executionId],
  about: (row) => `${row.flowName}, ${row.status}, ${formatRelative(row.createdAt)}`,
}

export function getExecution(api: ApiClient, id: string): Promise<Execution> {
  return api.get<Execution>(`/api/flow-executions/${encodeURIComponent(id)}`)
}

/** Finds an execution by its full id or any part: lists show the start of the id, call logs its end. */
export async function findExecution(api: ApiClient, id: string): Promise<Execution> {
  if (isId(id)) return getExecution(api, id)
  const find = async (filter: Record<string, string>) =>
    (await api.page<Execution>('/api/flow-executions', { filter }, 0, MAX_CANDIDATES)).rows
  const executionId = beginningOf(id)
  const begun = executionId ? await find({ executionId }) : []
  const rows = begun.length > 0 ? begun : await find({ search: id })
  return getExecution(api, pick(rows, id, kind).executionId)
}
