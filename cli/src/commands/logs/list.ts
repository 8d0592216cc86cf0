import type { ApiEndpoint, ExternalSystem, IntegrationLog, Workflow } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { formatDuration, formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { findRecord } from '../../records/find.js'
import { endpointKind } from '../endpoints/kind.js'
import { systemKind } from '../systems/kind.js'
import { periodOf, type Period } from '../../times.js'
import { workflowKind } from '../workflows/kind.js'

const MOST = 1000

export interface ListLogsOptions extends Period {
  status?: string
  search?: string
  system?: string
  workflow?: string
  limit: string
}

export async function listLogs(factory: Factory, options: ListLogsOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const within = periodOf(options)
  const api = await factory.api()
  const { status, search, system, workflow } = options
  const filter = {
    status,
    search,
    ...within,
    systemId: system && (await findRecord<ExternalSystem>(api, systemKind, system)).id,
    workflowId: workflow && (await findRecord<Workflow>(api, workflowKind, workflow)).id,
  }
  const path = '/api/integrations/logs'
  const { rows, total } = await api.page<IntegrationLog>(path, { filter }, 0, limit)
  const endpoints = factory.flags.json ? new Map() : await endpointNames(api, rows)
  await factory.printList(
    rows,
    [
      { title: 'Execution', text: lastOf, whole: true, raw: (log) => log.executionId },
      { title: 'Endpoint', text: (log) => endpoints.get(log.endpointId) ?? '' },
      { title: 'Status', text: (log) => log.status, style: styleOf },
      { title: 'Code', text: (log) => String(log.statusCode ?? ''), align: 'right' },
      {
        title: 'Duration',
        text: (log) => formatDuration(log.duration),
        raw: (log) => String(log.duration ?? ''),
        align: 'right',
      },
      {
        title: 'Called',
        text: (log) => formatRelative(log.createdAt),
        raw: (log) => log.createdAt,
      },
      { title: 'Error', text: (log) => log.errorMessage ?? '' },
      { title: 'Id', text: (log) => log.id, onlyPiped: true },
    ],
    'No calls.'
  )
  noteTruncation(factory, rows.length, total, 'calls')
}

/** The short id that the console shows. */
const lastOf = (log: IntegrationLog) => log.executionId.slice(-8)

function styleOf({ status }: IntegrationLog, colors: ReturnType<Factory['colorsFor']>) {
  if (status === 'success') return colors.green
  return status === 'pending' ? colors.yellow : colors.red
}

/** Names of the endpoints of a page. Deleted endpoints have none. */
async function endpointNames(api: ApiClient, logs: IntegrationLog[]) {
  const ids = new Set(logs.flatMap(({ endpointId }) => endpointId ?? []))
  if (ids.size === 0) return new Map<string | null, string>()
  const { rows } = await api.page<ApiEndpoint>(
    endpointKind.path,
    { filter: { id: [...ids] } },
    0,
    MOST
  )
  return new Map<string | null, string>(rows.map(({ id, name }) => [id, name]))
}
