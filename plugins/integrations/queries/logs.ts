import { paginate, searchIn, type ListRequest, type Page, type Row } from '@crossdock/kernel/http'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { ExternalSystem } from '../models/external_system.js'
import { IntegrationLog } from '../models/integration_log.js'
import { showLog } from '../transformers/log.js'
import { logList } from './lists.js'

/** Calls to external systems with the names they bear; `search` finds part of an execution id. */
export async function listLogs(request: ListRequest): Promise<Page<ReturnType<typeof showLog>>> {
  const search = searchIn('execution_id')
  const page: Page<Row<IntegrationLog>> = await paginate(IntegrationLog.query(), logList, request, {
    search,
  })
  const named = (
    model: typeof ExternalSystem | typeof ApiEndpoint,
    ids: readonly (string | null)[]
  ) =>
    model
      .query()
      .select('id', 'name')
      .whereIn(
        'id',
        [...new Set(ids)].filter((id) => id !== null)
      )
  const systems = byId(
    await named(
      ExternalSystem,
      page.rows.map(({ systemId }) => systemId)
    )
  )
  const endpoints = byId(
    await named(
      ApiEndpoint,
      page.rows.map(({ endpointId }) => endpointId)
    )
  )
  return page.map((log) =>
    showLog(log, {
      systemName: systems.get(log.systemId ?? '') ?? null,
      endpointName: endpoints.get(log.endpointId ?? '') ?? null,
    })
  )
}

const byId = (rows: readonly { id: string; name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]))
