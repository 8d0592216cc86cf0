import {
  maxPageSize,
  notFound,
  type Page,
  paginate,
  period,
  searchedOr,
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
import { contextDataOf } from './context_data.js'
import { retryRefusals, type Refusal } from './retriable.js'
import { stepsOf, stepsOfAll } from './versions.js'
import { executionStatuses } from '../validators/execution.js'

/** Largest output shown in a list; the details show all of it. */
const listedOutputBytes = 2_048

const columnsBesideOutput = [...StepResult.$columnsDefinitions.values()]
  .map(({ columnName }) => columnName)
  .filter((name) => !['output', 'items', 'sealed'].includes(name))

export const executionList: ListDefinition = {
  resource: 'flow-executions',
  filters: {
    status: executionStatuses,
    search: 'text',
    waiting: 'boolean',
    flowId: 'id',
    executionId: 'id',
    assetId: 'id',
    parentId: 'id',
    triggerType: 'text',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at', startedAt: 'started_at', completedAt: 'completed_at' },
  defaultSort: ['createdAt', 'desc'],
}

export async function listExecutions(list: ListRequest) {
  const page: Page<Row<Execution>> = await listed(list)
  return page.map(await showRuns(page.rows))
}

const listed = (list: ListRequest) =>
  paginate(Execution.query(), executionList, list, {
    search: searchedOr(texts, runsOfFiles),
    status: (query, value) =>
      query.whereIn(
        'status',
        [value].flat().map((word) => (word === 'pending' ? 'started' : String(word)))
      ),
    waiting: (query, value) => {
      if (value !== true) return
      // Runs under way are few, whatever the history.
      void query
        .whereIn('status', ['started', 'running'])
        .whereExists((steps) =>
          steps
            .from('flow_step_results')
            .whereColumn('run_id', 'flow_execution_history.id')
            .where('status', 'waiting')
        )
    },
  })

const texts = {
  table: 'flow_execution_history',
  columns: ['flow_name', 'flow_id', 'execution_id'],
}

/** Files of a name, and runs of them, that a search looks at: the newest. */
const mostFiles = 500
const mostRuns = 500

/** Ids of the newest runs about files whose names hold the words, as far as the caller may know the names. */
async function runsOfFiles(words: string): Promise<readonly string[]> {
  if (!holds(assetsRead)) return []
  const files = await assetLibrary.use().named(words, mostFiles)
  if (files.length === 0) return []
  const runs = await Execution.query()
    .whereIn('asset_id', files)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .select('id')
  return runs.map(({ id }) => id)
}

/** Ids of the runs that a list finds, the oldest first, at most so many. */
export async function runIds({ filter }: ListRequest, most: number): Promise<string[]> {
  const ids: string[] = []
  const sort = { field: 'createdAt', direction: 'asc' } as const
  while (ids.length < most) {
    const limit = Math.min(maxPageSize, most - ids.length)
    const { rows } = await listed({ filter, sort, offset: ids.length, limit })
    for (const { id } of rows) ids.push(id)
    if (rows.length < limit) break
  }
  return ids
}

/** Shows each of these runs as lists do. */
export async function showRuns(rows: readonly Row<Execution>[]) {
  const results = await stepResults(
    rows.map(({ id }) => id),
    listedOutputBytes
  )
  const stepsOf = await stepsOfAll(rows)
  const fileOf = await filesOf(rows)
  const refusalOf = await retryRefusals(rows, stepsOf)
  return (row: Row<Execution>) =>
    toExecution(row, stepsOf(row), {
      results: results.get(row.id) ?? [],
      ...retryOf(row, refusalOf(row)),
      ...fileOf(row),
    })
}

const retryOf = ({ status }: Pick<Execution, 'status'>, refusal: Refusal) => ({
  canRetry: status === 'failed' && refusal === null,
  retryHindrance: refusal?.hindrance ?? null,
})

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
  return toExecution(execution, steps, {
    ...{ results: [], canRetry: false, retryHindrance: null },
    ...fileOf(execution),
  })
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
  const steps = await stepsOf(execution)
  const refusalOf = await retryRefusals([execution], () => steps)
  const file = fileOf(execution)
  return toExecution(execution, steps, {
    results: results.get(execution.id) ?? [],
    ...retryOf(execution, refusalOf(execution)),
    contextData: await contextDataOf(execution, file.isClosed),
    ...file,
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
    const known = byRun.get(result.runId)
    if (known) known.push(result)
    else byRun.set(result.runId, [result])
  }
  return byRun
}
