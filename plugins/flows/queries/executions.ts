import {
  maxPageSize,
  type Page,
  paginate,
  period,
  searchedOr,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/lists'
import { notFound } from '@crossdock/kernel/ground'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { dialect } from '@crossdock/kernel/database'
import { holds } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { toExecution } from '../transformers/execution.js'
import { contextDataOf } from '../transformers/context_data.js'
import { retryRefusals, type Refusal } from './retriable.js'
import { stepsOf, stepsOfAll, versionsOf } from './versions.js'
import { executionStatuses } from '../validators/execution.js'

/** Maximum size of an output that a list shows. The details show the whole output. */
const listedOutputBytes = 2_048

const columnsWithoutOutput = [...StepResult.$columnsDefinitions.values()]
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
      // Active runs are few, even with a long history.
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

/** Maximum number of files, and of their runs, that a search by file name finds. The newest come first. */
const mostFiles = 500
const mostRuns = 500

/**
 * Returns ids of the newest runs about files whose names contain the words, among names that the caller may see.
 */
async function runsOfFiles(words: string): Promise<readonly string[]> {
  if (!holds(assetsRead)) return []
  const files = await assetLibrary.use().findByName(words, mostFiles)
  if (files.length === 0) return []
  const runs = await Execution.query()
    .whereIn('asset_id', files)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .select('id')
  return runs.map(({ id }) => id)
}

/** Returns ids of the runs that match a list's filter, oldest first, at most `most`. */
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

/** Returns a function that shows one of these runs in the form of lists. */
export async function showRuns(rows: readonly Row<Execution>[]) {
  const results = await stepResults(
    rows.map(({ id }) => id),
    listedOutputBytes
  )
  const stepsOf = await stepsOfAll(rows)
  const fileOf = await filesOf(rows)
  const refusalOf = await retryRefusals(rows, stepsOf)
  const versionOf = await versionsOf(rows)
  return (row: Row<Execution>) =>
    toExecution(row, stepsOf(row), {
      results: results.get(row.id) ?? [],
      versions: versionOf(row),
      ...retryOf(row, refusalOf(row)),
      ...fileOf(row),
    })
}

const retryOf = ({ status }: Pick<Execution, 'status'>, refusal: Refusal) => ({
  canRetry: status === 'failed' && refusal === null,
  retryHindrance: refusal?.hindrance ?? null,
})

/** Returns names of the runs' files that the caller may see, and whether the files are closed to the caller. */
async function filesOf(
  runs: readonly Pick<Execution, 'assetId'>[]
): Promise<(run: Pick<Execution, 'assetId'>) => { assetName: string | null; isClosed: boolean }> {
  const ids = runs.flatMap(({ assetId }) => assetId ?? [])
  const names = holds(assetsRead) ? await assetLibrary.use().names(ids) : undefined
  const closed = await assetLibrary.use().findClosed(ids)
  return ({ assetId }) => ({
    assetName: names?.get(assetId ?? '') ?? null,
    isClosed: closed.has(assetId ?? ''),
  })
}

/** Returns a newly created run, without any step results. */
export async function showStarted(execution: Execution) {
  const fileOf = await filesOf([execution])
  const steps = await stepsOf(execution)
  const versions = (await versionsOf([execution]))(execution)
  return toExecution(execution, steps, {
    results: [],
    versions,
    canRetry: false,
    retryHindrance: null,
    ...fileOf(execution),
  })
}

/**
 * Returns a run by its id or executionId.
 * @throws Problem 404
 */
export async function findExecution(id: string): Promise<Execution> {
  const execution = await Execution.query()
    .where((query) => query.where('id', id).orWhere('execution_id', id))
    .first()
  if (!execution) throw notFound('There is no execution with the id "{id}".', id)
  return execution
}

/**
 * Returns a run with its step results.
 * @throws Problem 404
 */
export async function showExecution(id: string) {
  const execution = await findExecution(id)
  const results = await stepResults([execution.id])
  const fileOf = await filesOf([execution])
  const steps = await stepsOf(execution)
  const refusalOf = await retryRefusals([execution], () => steps)
  const file = fileOf(execution)
  return toExecution(execution, steps, {
    results: results.get(execution.id) ?? [],
    versions: (await versionsOf([execution]))(execution),
    ...retryOf(execution, refusalOf(execution)),
    contextData: await contextDataOf(execution, file.isClosed),
    ...file,
  })
}

/**
 * Returns step results by run. Outputs larger than `maxBytes` are only marked, so that a page of runs stays
 * small.
 */
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
      .select(columnsWithoutOutput)
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
