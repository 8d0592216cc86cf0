import type { Execution } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { CliError, ExitCode } from '../errors.js'
import { isId } from '../ids.js'

const ENOUGH_TO_TELL = 100

export function getExecution(api: ApiClient, id: string): Promise<Execution> {
  return api.get<Execution>(`/api/flow-executions/${encodeURIComponent(id)}`)
}

/** An execution by its whole id, or by the first characters that lists show. */
export async function findExecution(api: ApiClient, id: string): Promise<Execution> {
  if (isId(id)) return getExecution(api, id)

  const filter = { search: id }
  const { rows } = await api.page<Execution>('/api/flow-executions', { filter }, 0, ENOUGH_TO_TELL)
  const matches = rows.filter((row) => row.executionId.startsWith(id.toLowerCase()))
  const [match] = matches
  if (!match) {
    throw new CliError(ExitCode.notFound, `There is no execution whose id begins with "${id}".`, {
      hint: 'See which there are: crossdock executions list',
    })
  }
  if (matches.length > 1) {
    throw new CliError(ExitCode.refused, `${matches.length} executions' ids begin with "${id}".`, {
      hint: `Give more of it: ${matches.map((row) => row.executionId).join(', ')}`,
    })
  }
  return getExecution(api, match.executionId)
}
