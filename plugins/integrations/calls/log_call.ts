import { now } from '@crossdock/kernel/database'
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

/** Writes the row of a call that is about to be made, in the current transaction. */
export async function logPending(call: LoggedCall): Promise<void> {
  const { logId, systemId, endpoint, ...about } = call
  const log = new IntegrationLog().fill({
    ...about,
    systemId,
    endpointId: endpoint.id,
    status: 'pending',
    requestData: { method: endpoint.method, path: endpoint.path },
  })
  log.id = logId
  log.createdAt = now()
  await log.save()
}

/** Writes the end of a call, in the current transaction; one that was written off already stays so. */
export async function logEnd(logId: string, end: CallEnd): Promise<void> {
  const { status, statusCode, durationMs, message, request, response } = end
  await IntegrationLog.query()
    .where({ id: logId, status: 'pending' })
    .update({
      status,
      status_code: statusCode,
      duration: durationMs,
      error_message: status === 'success' ? null : message,
      ...(request ? { request_data: JSON.stringify(request) } : {}),
      ...(response ? { response_data: JSON.stringify(response) } : {}),
    })
}

/** Writes off rows of a step whose calls nobody waits for any more, in the current transaction. */
export async function logLost(executionId: string, stepId: string, message: string): Promise<void> {
  await IntegrationLog.query()
    .where({ execution_id: executionId, step_id: stepId, status: 'pending' })
    .update({ status: 'error', error_message: message })
}
