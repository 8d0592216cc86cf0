import {
  notFound,
  type Page,
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/http'
import { dialect } from '@crossdock/kernel/database'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { toExecution } from '../transformers/execution.js'
import { stepsOf, stepsOfAll } from './versions.js'
import { executionStatuses } from '../validators/execution.js'

/** Largest output shown in a list; the details show all of it. */
const listedOutputBytes = 2_048

const columnsBesideOutput = [...StepResult.$columnsDefinitions.values()]
  .map(({ columnName }) => columnName)
  .filter((name) => name !== 'output' && name !== 'items')

export const executionList: ListDefinition = {
  resource: 'flow-executions',
  filters: {
    status: executionStatuses,
    search: 'text',
    flowId: 'id',
    triggerType: 'text',
  },
  sorts: { createdAt: 'created_at', startedAt: 'started_at', completedAt: 'completed_at' },
  defaultSort: ['createdAt', 'desc'],
}

export async function listExecutions(list: ListRequest) {
  const page: Page<Row<Execution>> = await paginate(Execution.query(), executionList, list, {
    search: searchIn('flow_name', 'flow_id', 'execution_id'),
    status: (query, value) =>
      query.whereIn(
        'status',
        [value].flat().map((word) => (word === 'pending' ? 'started' : String(word)))
      ),
  })
  const results = await stepResults(
    page.rows.map(({ id }) => id),
    listedOutputBytes
  )
  const stepsOf = await stepsOfAll(page.rows)
  return page.map((row) => toExecution(row, stepsOf(row), results.get(row.id) ?? []))
}

/** A run by its id or executionId. @throws Problem 404 */
export async function findExecution(id: string): Promise<Execution> {
  const execution = await Execution.query()
    .where((query) => query.where('id', id).orWhere('execution_id', id))
    .first()
  if (!execution) throw notFound('There is no execution with the id "{id}".', id)
  return execution
}

/** A run with what its steps did. @throws Problem 404 */
export async function showExecution(id: string) {
  const execution = await findExecution(id)
  const results = await stepResults([execution.id])
  return toExecution(execution, await stepsOf(execution), results.get(execution.id) ?? [])
}

/** Steps by run; outputs beyond `maxBytes` are only named, so that a page of runs stays small. */
async function stepResults(
  runIds: string[],
  maxBytes = Infinity
): Promise<Map<string, StepResult[]>> {
  const results = StepResult.query().whereIn('run_id', runIds)
  if (maxBytes !== Infinity) {
    const size = dialect() === 'postgres' ? 'octet_length(output::text)' : 'length(output)'
    results
      .select(columnsBesideOutput)
      .select(results.client.raw(`case when ${size} <= ${maxBytes} then output end as output`))
      .select(results.client.raw(`case when ${size} > ${maxBytes} then ${size} end as large`))
  }
  const byRun = new Map<string, StepResult[]>()
  for (const result of await results) {
    const { large } = result.$extras as { large?: number | null }
    if (large) result.output = { truncated: true, bytes: Number(large) }
    byRun.set(result.runId, [...(byRun.get(result.runId) ?? []), result])
  }
  return byRun
}
