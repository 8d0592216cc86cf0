import {
  notFound,
  type Page,
  paginate,
  period,
  searched,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/http'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { dialect } from '@crossdock/kernel/database'
import { holds } from '@crossdock/kernel/tenancy'
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
    executionId: 'id',
    assetId: 'id',
    triggerType: 'text',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at', startedAt: 'started_at', completedAt: 'completed_at' },
  defaultSort: ['createdAt', 'desc'],
}

export async function listExecutions(list: ListRequest) {
  const page: Page<Row<Execution>> = await paginate(Execution.query(), executionList, list, {
    search: searched('flow_execution_history', 'flow_name', 'flow_id', 'execution_id'),
    status: (query, value) =>
      query.whereIn(
        'status',
        [value].flat().map((word) => (word === 'pending' ? 'started' : String(word)))
      ),
  })
  return page.map(await showRuns(page.rows))
}

/** Shows each of these runs as lists do. */
export async function showRuns(rows: readonly Row<Execution>[]) {
  const results = await stepResults(
    rows.map(({ id }) => id),
    listedOutputBytes
  )
  const stepsOf = await stepsOfAll(rows)
  const fileOf = await filesOf(rows)
  return (row: Row<Execution>) =>
    toExecution(row, stepsOf(row), { results: results.get(row.id) ?? [], ...fileOf(row) })
}

/** What the caller may know of the files runs are about: their names, and whether they are closed to them. */
async function filesOf(
  runs: readonly Pick<Execution, 'assetId'>[]
): Promise<(run: Pick<Execution, 'assetId'>) => { assetName: string | null; isClosed: boolean }> {
  const ids = runs.flatMap(({ assetId }) => assetId ?? [])
  const names = holds(assetsRead) ? await assetLibrary.use().names(ids) : undefined
  const closed = await assetLibrary.use().closed(ids)
  return ({ assetId }) => ({
    assetName: names?.get(assetId ?? '') ?? null,
    isClosed: closed.has(assetId ?? ''),
  })
}

/** A run that was started just now: none of its steps has done anything. */
export async function showStarted(execution: Execution) {
  const fileOf = await filesOf([execution])
  const steps = await stepsOf(execution)
  return toExecution(execution, steps, { results: [], ...fileOf(execution) })
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
  const fileOf = await filesOf([execution])
  return toExecution(execution, await stepsOf(execution), {
    results: results.get(execution.id) ?? [],
    ...fileOf(execution),
  })
}

/** Steps by run; outputs beyond `maxBytes` are only named, so that a page of runs stays small. */
async function stepResults(
  runIds: string[],
  maxBytes = Infinity
): Promise<Map<string, StepResult[]>> {
  const byRun = new Map<string, StepResult[]>()
  if (runIds.length === 0) return byRun
  const results = StepResult.query().whereIn('run_id', runIds)
  if (maxBytes !== Infinity) {
    const size = dialect() === 'postgres' ? 'octet_length(output::text)' : 'length(output)'
    results
      .select(columnsBesideOutput)
      .select(results.client.raw(`case when ${size} <= ${maxBytes} then output end as output`))
      .select(results.client.raw(`case when ${size} > ${maxBytes} then ${size} end as large`))
  }
  for (const result of await results) {
    const { large } = result.$extras as { large?: number | null }
    if (large) result.output = { truncated: true, bytes: Number(large) }
    byRun.set(result.runId, [...(byRun.get(result.runId) ?? []), result])
  }
  return byRun
}
