import { tenantRows } from '@crossdock/kernel/tenancy'
import type { ApiEndpoint } from '../models/api_endpoint.js'
import { IntegrationLog } from '../models/integration_log.js'
import type { CallOutcome } from '../contracts/index.js'

/** What a call is about, as its row tells. */
export interface LoggedCall {
  /** Id of the row, new for every try. */
  logId: string
  systemId: string
  endpoint: ApiEndpoint
  executionId: string
  workflowId: string | null
  stepId: string | null
  stepPath: string | null
  attempt: number | null
  assetId: string | null
}

/** How a call ended, as its row keeps it: masked and bounded. */
export type CallEnd = Pick<CallOutcome, 'status' | 'statusCode' | 'message'> & {
  durationMs: number | null
  request?: Record<string, unknown>
  response?: Record<string, unknown> | null
}

const rows = tenantRows(IntegrationLog.table)

/** Writes the row of a call that is about to be made, in the current transaction. */
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
    status: 'pending',
    request_data: JSON.stringify({ method, path }),
  })
}

/** Writes the end of a call, in the current transaction; one that was written off already stays so. */
export async function logEnd(logId: string, end: CallEnd): Promise<void> {
  const { status, statusCode, durationMs, message, request, response } = end
  const changes = {
    status,
    status_code: statusCode,
    duration: durationMs,
    error_message: status === 'success' ? null : message,
    request_data: request && JSON.stringify(request),
    response_data: response ? JSON.stringify(response) : undefined,
  }
  await rows.update({ id: logId, status: 'pending' }, changes)
}

/** Writes off rows of a step whose calls nobody waits for any more, in the current transaction. */
export async function logLost(executionId: string, stepId: string, message: string): Promise<void> {
  const pending = { execution_id: executionId, step_id: stepId, status: 'pending' }
  await rows.update(pending, { status: 'error', error_message: message })
}
