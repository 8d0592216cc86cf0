import { flowRuns, systemFlows } from '@crossdock/flows/contracts'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import { mapFields } from '../../placeholders/field_mapping.js'
import { WebhookAddress } from '../models/webhook_address.js'
import type { Address } from '../queries/addresses.js'
import type { StartedRun } from '../models/webhook_request.js'
import { webhookReceived } from '../event_types.js'
import { Refused } from './refused.js'
import { checkRequest } from './check_request.js'
import type { RunData } from './run_data.js'
import type { ReceivedRequest } from './run_data.js'

/** The target of a request: a workflow or an endpoint. */
export interface Target {
  /** The id of the endpoint's system. */
  systemId?: string
  /**
   * Checks the request before anything is written.
   * @throws Refused
   */
  check(data: ReceivedRequest): void
  /** Adds the mapped fields of an endpoint to the input of the runs. */
  take(data: RunData): RunData
  /**
   * Starts the runs, in the caller's transaction.
   * @param assetId the file that the runs are about
   * @throws Refused if nothing can be started
   */
  start(data: RunData, assetId: string | null): Promise<StartedRun[]>
}

export async function targetOf(address: Address): Promise<Target> {
  if (!address.isUsed) throw notUsed(address)
  if (address.endpointId === null) {
    const workflowIds = [address.workflowId!]
    return {
      check: () => undefined,
      take: (data) => data,
      start: (data, assetId) => startAll(workflowIds, data, assetId),
    }
  }
  const endpoint = await ApiEndpoint.find(address.endpointId)
  if (!endpoint) throw notUsed(address)
  return ofEndpoint(endpoint)
}

const notUsed = ({ workflowId }: Address) =>
  new Refused(
    'no_workflow',
    conflict(
      'E_NO_WORKFLOW',
      workflowId === null
        ? text('The endpoint of this address is not an inbound one.')
        : text('The workflow of this address has no webhook trigger.')
    )
  )

function ofEndpoint(endpoint: ApiEndpoint): Target {
  const { id, name, method, isActive, requestSchema, fieldMapping, systemId } = endpoint
  return {
    systemId,
    check(data) {
      if (data.method !== method) {
        const sentence = text('This address takes {method}, not {given}.', {
          method,
          given: data.method,
        })
        const headers = { allow: method }
        throw new Refused('refused_method', new Problem(405, 'E_METHOD', sentence, { headers }))
      }
      checkRequest(requestSchema, data)
    },
    take(data) {
      const fields = mapFields(fieldMapping, {
        file: asRecord(data),
        user: asRecord(data),
        params: {},
        steps: {},
        system: { ...data, endpointId: id, endpointName: name },
      })
      return Object.keys(fields).length > 0 ? { ...data, fields } : data
    },
    async start(data, assetId) {
      if (!isActive) {
        const sentence = text('Endpoint {name} is paused. Activate it first.', { name })
        throw new Refused('paused', conflict('E_PAUSED', sentence))
      }
      const bound = await WebhookAddress.query()
        .where({ listens_to: id, is_used: true })
        .orderBy('id')
        .select('workflow_id')
      if (bound.length > 0)
        return startAll(
          bound.map(({ workflowId }) => workflowId!),
          data,
          assetId
        )
      // These flows start later, from the event log.
      const triggeringEvents = await systemFlows.use().eventsOf(systemId)
      if (triggeringEvents.has(webhookReceived.name)) return []
      const sentence = text(
        'No workflow is started by endpoint {name}. Choose it in the trigger of a workflow.',
        { name }
      )
      throw new Refused('no_workflow', conflict('E_NO_WORKFLOW', sentence))
    },
  }
}

/**
 * Returns the data as one object. A source is a field of the body, or begins with its origin: `query.page`,
 * `headers.x-shop`, `body.order.id`.
 */
const asRecord = (data: RunData): Record<string, unknown> => {
  const body = typeof data.body === 'object' && data.body !== null ? data.body : {}
  return { ...body, body: data.body, query: data.query, headers: data.headers }
}

const outcomes: Record<string, 'paused' | 'inactive_environment'> = {
  E_PAUSED: 'paused',
  E_ENVIRONMENT_INACTIVE: 'inactive_environment',
}

/** Starts the active workflows. Paused workflows are skipped. */
async function startAll(
  workflowIds: readonly string[],
  data: RunData,
  assetId: string | null
): Promise<StartedRun[]> {
  const started: StartedRun[] = []
  let refused: Refused | undefined
  for (const workflowId of workflowIds) {
    try {
      const input = { data, assetId }
      const run = await flowRuns.use().start({ workflowId, trigger: 'webhook', input })
      started.push({ ...run, workflowId })
    } catch (error) {
      const outcome = error instanceof Problem ? outcomes[error.code] : undefined
      if (!outcome) throw error
      refused = new Refused(outcome, error as Problem)
    }
  }
  if (started.length === 0 && refused) throw refused
  return started
}
