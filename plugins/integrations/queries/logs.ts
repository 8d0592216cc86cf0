import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { flowNames, flowRuns, flowsRead } from '@crossdock/flows/contracts'
import { notFound } from '@crossdock/kernel/ground'
import { paginate, searched, type ListRequest, type Page, type Row } from '@crossdock/kernel/lists'
import { holds } from '@crossdock/kernel/tenancy'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { ExternalSystem } from '../models/external_system.js'
import { IntegrationLog } from '../models/integration_log.js'
import { showLog, type LogNames } from '../transformers/log.js'
import { logList } from './lists.js'

type Shown = ReturnType<typeof showLog>
type LogRow = Row<IntegrationLog>

/** Lists calls to external systems with the names of related objects. `search` matches part of an execution id. */
export async function listLogs(request: ListRequest): Promise<Page<Shown>> {
  const search = searched('integration_logs', 'execution_id')
  const page: Page<LogRow> = await paginate(IntegrationLog.query(), logList, request, { search })
  const namesOf = await namesIn(page.rows)
  return page.map((log) => showLog(log, namesOf(log)))
}

/** @throws Problem 404 */
export async function findLog(id: string): Promise<Shown> {
  const log = await IntegrationLog.find(id)
  if (!log) throw notFound('There is no call with the id "{id}".', id)
  const namesOf = await namesIn([log])
  return showLog(log, namesOf(log))
}

/**
 * Loads the names of all objects in the rows, in one go.
 * @returns a function that returns the names for a row
 */
async function namesIn(logs: readonly LogRow[]): Promise<(log: LogRow) => LogNames> {
  const ids = (of: (log: LogRow) => string | null) => [
    ...new Set(logs.flatMap((log) => of(log) ?? [])),
  ]
  const systems = await named(
    ExternalSystem,
    ids(({ systemId }) => systemId)
  )
  const endpoints = await named(
    ApiEndpoint,
    ids(({ endpointId }) => endpointId)
  )
  const workflows = holds(flowsRead)
    ? await flowNames.use().of(ids(({ workflowId }) => workflowId))
    : none
  const events = holds(flowsRead)
    ? await flowRuns
        .use()
        .triggerEvents([
          ...new Set(
            logs.filter(({ workflowId }) => workflowId).map(({ executionId }) => executionId)
          ),
        ])
    : none
  const assets = holds(assetsRead)
    ? await assetLibrary.use().names(ids(({ assetId }) => assetId))
    : none
  const closed = await assetLibrary.use().findClosed(ids(({ assetId }) => assetId))
  return ({ executionId, workflowId, systemId, endpointId, assetId }) => ({
    isClosed: closed.has(assetId ?? ''),
    workflowName: workflows.get(workflowId ?? '') ?? null,
    systemName: systems.get(systemId ?? '') ?? null,
    endpointName: endpoints.get(endpointId ?? '') ?? null,
    assetName: assets.get(assetId ?? '') ?? null,
    eventId: events.get(executionId) ?? null,
  })
}

/** Returns the names of the calls' endpoints that still exist. */
export async function endpointNames(logs: readonly Pick<LogRow, 'endpointId'>[]) {
  const ids = [...new Set(logs.flatMap(({ endpointId }) => endpointId ?? []))]
  const names = await named(ApiEndpoint, ids)
  return ({ endpointId }: Pick<LogRow, 'endpointId'>) => names.get(endpointId ?? '') ?? null
}

const none: ReadonlyMap<string, string> = new Map()

async function named(model: typeof ExternalSystem | typeof ApiEndpoint, ids: string[]) {
  const rows = await model.query().select('id', 'name').whereIn('id', ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
