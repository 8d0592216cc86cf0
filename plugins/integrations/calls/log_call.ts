import { contentStore } from '@crossdock/kernel/storage'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { IntegrationLog } from '../models/integration_log.js'
import { faultIn } from '../circuit/state.js'
import type { CallOutcome } from '../contracts/index.js'
import type { StoredBodies } from './stored_bodies.js'
import { type Call } from '../contracts/index.js'
import type { ApiEndpoint } from '../models/api_endpoint.js'

/** A stored endpoint, or a virtual one for a connection test. */
export type CalledEndpoint = Call['endpoint'] & Pick<ApiEndpoint, 'isActive' | 'endpointType'>

/** The data about a call for its row in the log. */
export interface LoggedCall {
  /** Id of the row, new for each attempt. */
  logId: string
  systemId: string
  /** The called endpoint; without an id if it is virtual. */
  endpoint: Pick<CalledEndpoint, 'method' | 'path'> & { id: string | null }
  executionId: string
  workflowId: string | null
  stepId: string | null
  stepPath: string | null
  attempt: number | null
  assetId: string | null
  /** The id of the row whose call is repeated. */
  replayOf?: string | null
}

/** The result of a call as its row stores it: masked and limited in size. */
export type CallEnd = Pick<CallOutcome, 'status' | 'statusCode' | 'message' | 'fault'> & {
  durationMs: number | null
  request?: Record<string, unknown>
  response?: Record<string, unknown> | null
  /** Bodies that are too long for the row. */
  bodies?: StoredBodies
  input?: Record<string, unknown>
}

const rows = tenantRows(IntegrationLog.table)

/** Writes the row of a call before the call is made, in the current transaction. */
export async function logPending(call: LoggedCall): Promise<void> {
  const { id: endpointId, method, path } = call.endpoint
  await rows.insert({
    id: call.logId,
    workflow_id: call.workflowId,
    system_id: call.systemId,
    endpoint_id: endpointId,
    asset_id: call.assetId,
    execution_id: call.executionId,
    step_id: call.stepId,
    step_path: call.stepPath,
    attempt: call.attempt,
    replay_of: call.replayOf ?? null,
    status: 'pending',
    request_data: JSON.stringify({ method, path }),
  })
}

/**
 * Writes the end of a call, in the current transaction. The row of a call that already counts as lost is not
 * changed.
 */
export async function logEnd(logId: string, end: CallEnd): Promise<void> {
  const { status, statusCode, durationMs, message, request, response, input, bodies = {} } = end
  const contents = Object.values(bodies).flatMap((stored) => stored ?? [])
  if (contents.length > 0) await contentStore.use().record(...contents)
  const changes = {
    status,
    status_code: statusCode,
    duration: durationMs,
    fault: faultIn(end),
    error_message: status === 'success' ? null : message,
    request_data: request && JSON.stringify(request),
    response_data: response ? JSON.stringify(response) : undefined,
    request_content_id: bodies.request?.id,
    response_content_id: bodies.response?.id,
    input_data: input && JSON.stringify(input),
  }
  await rows.update({ id: logId, status: 'pending' }, changes)
}

/** Marks the pending calls of a step as lost, in the current transaction: the step waits for them no longer. */
export async function logLost(executionId: string, stepId: string, message: string): Promise<void> {
  const pending = { execution_id: executionId, step_id: stepId, status: 'pending' }
  await rows.update(pending, { status: 'error', error_message: message })
}
