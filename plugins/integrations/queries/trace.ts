import { assetLibrary } from '@crossdock/backend/assets'
import type { TraceObject, TraceOf, TraceSource } from '@crossdock/backend/events'
import { notFound } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { integrationsRead } from '../contracts/index.js'
import { webhookReceived, webhookRefused } from '../hooks/event_types.js'
import { WebhookRequest } from '../hooks/models/webhook_request.js'
import { findRequest } from '../hooks/queries/requests.js'
import { ExternalSystem } from '../models/external_system.js'
import { IntegrationLog } from '../models/integration_log.js'
import { endpointNames } from './logs.js'

const executionsIn = ({ events }: TraceOf) => [
  ...new Set(
    events.flatMap(({ payload: { executionId } }) =>
      typeof executionId === 'string' ? executionId : []
    )
  ),
]
const idsOf = ({ asked }: TraceOf, type: string) =>
  asked.filter((one) => one.type === type).map(({ id }) => id)

/** Calls of runs to other systems. */
export const tracedCalls: TraceSource = {
  permission: integrationsRead,
  async start(id) {
    const log = await IntegrationLog.find(id)
    if (!log) throw notFound('There is no call with the id "{id}".', id)
    if (log.workflowId === null) return { rootIds: [] }
    return { rootIds: [], next: { type: 'execution', id: log.executionId } }
  },
  async of(trace, most) {
    const logs = await callsOf(trace, most)
    const nameOf = await endpointNames(logs)
    const systems = await ExternalSystem.query()
      .whereIn('id', [...new Set(logs.flatMap(({ systemId }) => systemId ?? []))])
      .select('id', 'name')
    const systemOf = new Map(systems.map(({ id, name }) => [id, name]))
    const closed = await assetLibrary.use().findClosed(logs.flatMap(({ assetId }) => assetId ?? []))
    return logs.map((log): TraceObject => ({
      type: 'call',
      id: log.id,
      key: `call:${log.id}`,
      name: nameOf(log),
      cause: log.stepPath ? `step:${log.executionId}:${log.stepPath}` : null,
      detail: systemOf.get(log.systemId ?? '') ?? null,
      status: log.status,
      statusCode: log.statusCode,
      attempt: log.attempt,
      startedAt: log.createdAt,
      durationMs: log.duration,
      isHidden: closed.has(log.assetId ?? ''),
    }))
  },
}

/**
 * Returns the calls of the runs, and the calls that the trace names. No index serves both, so there are two
 * queries.
 */
async function callsOf(trace: TraceOf, most: number): Promise<IntegrationLog[]> {
  const logs = await IntegrationLog.query()
    .whereIn('execution_id', executionsIn(trace))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
  const known = new Set(logs.map(({ id }) => id))
  const others = idsOf(trace, 'call').filter((id) => !known.has(id))
  if (others.length === 0) return logs
  return [...logs, ...(await IntegrationLog.query().whereIn('id', others).limit(most))]
}

const requestEvents = [webhookReceived.name, webhookRefused.name]
/** Maximum time between a request and its event. Both are recorded together. */
const nearMs = 60_000

/** Requests to webhooks. */
export const tracedRequests: TraceSource = {
  permission: integrationsRead,
  async start(id) {
    const { addressId, createdAt, runs } = await findRequest(id)
    const at = new Date(createdAt).getTime()
    const near = await tenantTable<{ root_id: string; payload: string }>('middleware_events')
      .where('target_id', addressId)
      .whereIn('event_type', requestEvents)
      .where('created_at', '>=', new Date(at - nearMs).toISOString())
      .where('created_at', '<=', new Date(at + nearMs).toISOString())
      .whereLike('payload', `%"${id}"%`)
      .select('root_id')
      .limit(1)
    const [run] = runs
    if (near.length > 0) return { rootIds: near.map(({ root_id: root }) => root) }
    return { rootIds: [], ...(run ? { next: { type: 'execution', id: run.id } } : {}) }
  },
  async of(trace, most) {
    const named = trace.events
      .filter(({ eventType }) => requestEvents.includes(eventType))
      .map(({ payload }) => String(payload.requestId))
    const requests = await WebhookRequest.query()
      .whereIn('id', [...new Set([...named, ...idsOf(trace, 'webhook_request')])])
      .orderBy('created_at')
      .orderBy('id')
      .limit(most)
      .select('id', 'method', 'outcome', 'status', 'created_at')
    return requests.map(({ id, method, outcome, status, createdAt }): TraceObject => ({
      type: 'webhook_request',
      id,
      key: `webhook_request:${id}`,
      cause: null,
      name: method,
      status: outcome,
      statusCode: status,
      startedAt: createdAt,
      durationMs: null,
    }))
  },
}
