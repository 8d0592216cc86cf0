import { transaction } from '@crossdock/kernel/database'
import { redact, SecretError } from '@crossdock/kernel/secrets'
import { currentContext } from '@crossdock/kernel/tenancy'
import { connectors, type Call, type CallOutcome } from '../contracts/index.js'
import type { ApiEndpoint } from '../models/api_endpoint.js'
import { openCredentials, secretsIn } from '../models/credentials.js'
import type { ExternalSystem } from '../models/external_system.js'
import { IntegrationLog } from '../models/integration_log.js'
import { LOG_CHARS, OUTPUT_CHARS, shownData } from './shown.js'

export interface EndpointCall {
  operation: 'test' | 'call'
  system: ExternalSystem
  endpoint: ApiEndpoint
  executionId: string
  workflowId: string | null
  stepId: string | null
  assetId: string | null
  call: Omit<Call, 'system' | 'endpoint'>
}

/**
 * Makes one attempt of one call and writes exactly one log row for it: pending before, its end
 * after. No transaction is open while the other side is asked. What is returned is masked and
 * bounded like the row, the response a little wider because later steps may read it.
 */
export async function callEndpoint(attempt: EndpointCall): Promise<CallOutcome> {
  if (currentContext().trx) {
    throw new Error('callEndpoint() must not run inside a transaction: the call may take long.')
  }
  const logId = await begin(attempt)
  try {
    const { outcome, secrets } = await make(attempt)
    const message = redact(outcome.message, secrets)
    const request = shownData(outcome.request, secrets, LOG_CHARS) ?? {}
    const response = shownData(outcome.response, secrets, LOG_CHARS)
    await end(logId, { ...outcome, message, request, response })
    const output = shownData(outcome.response, secrets, OUTPUT_CHARS)
    return { ...outcome, message, request, response: output }
  } catch (error) {
    const stopped = attempt.call.signal?.aborted === true
    await end(logId, {
      status: 'error',
      statusCode: null,
      durationMs: null,
      message: stopped
        ? 'The call was stopped before it ended.'
        : 'The call failed inside Crossdock.',
    })
    throw error
  }
}

async function make({ operation, system, endpoint, call }: EndpointCall) {
  const refused = (message: string) => ({
    outcome: refusal(message, endpoint),
    secrets: new Set<string>(),
  })
  const connector = connectors.get(system.systemType)
  if (!connector) return refused(`Systems of the type ${system.systemType} cannot be called.`)
  if (!system.isActive) return refused(`${system.name} is inactive. Activate it to call it.`)
  if (!endpoint.isActive)
    return refused(`Endpoint ${endpoint.name} is inactive. Activate it first.`)
  if (endpoint.endpointType === 'inbound') {
    return refused(`Endpoint ${endpoint.name} is inbound: ${system.name} calls it, not Crossdock.`)
  }

  let auth
  try {
    auth = openCredentials(system.id, system.sealedAuth)
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    return refused(error.message)
  }
  const outcome = await connector.operations[operation]({
    ...call,
    system: { ...systemPart(system), auth },
    endpoint,
  })
  return { outcome, secrets: new Set([...secretsIn(auth), ...(outcome.secrets ?? [])]) }
}

function systemPart({ id, name, baseUrl, authType }: ExternalSystem) {
  return { id, name, baseUrl, authType }
}

function refusal(message: string, { method, path }: ApiEndpoint): CallOutcome {
  return {
    status: 'error',
    statusCode: null,
    durationMs: 0,
    message,
    retryable: false,
    request: { method, path },
    response: null,
  }
}

/** A row of the same step that is still pending belongs to a process that died; its call ends here. */
async function begin(attempt: EndpointCall): Promise<string> {
  const { system, endpoint, executionId, stepId, workflowId, assetId } = attempt
  return transaction(async () => {
    if (stepId !== null) {
      await IntegrationLog.query()
        .where({ execution_id: executionId, step_id: stepId, status: 'pending' })
        .update({
          status: 'error',
          error_message: 'Crossdock stopped before the answer arrived; the call was made again.',
        })
    }
    const log = await IntegrationLog.create({
      workflowId,
      systemId: system.id,
      endpointId: endpoint.id,
      assetId,
      executionId,
      stepId,
      status: 'pending',
      requestData: { method: endpoint.method, path: endpoint.path },
    })
    return log.id
  })
}

type End = Pick<CallOutcome, 'status' | 'statusCode' | 'message'> & {
  durationMs: number | null
  request?: Record<string, unknown>
  response?: Record<string, unknown> | null
}

async function end(logId: string, { status, statusCode, durationMs, message, ...data }: End) {
  const changes = {
    status,
    status_code: statusCode,
    duration: durationMs,
    error_message: status === 'success' ? null : message,
    ...(data.request ? { request_data: JSON.stringify(data.request) } : {}),
    ...(data.response ? { response_data: JSON.stringify(data.response) } : {}),
  }
  await transaction(async () => {
    await IntegrationLog.query().where('id', logId).update(changes)
  })
}
