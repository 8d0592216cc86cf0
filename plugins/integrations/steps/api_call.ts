import { newId, now, transaction } from '@crossdock/kernel/database'
import { currentContext } from '@crossdock/kernel/tenancy'
import { text, type FieldError, type Output, type Text } from '@crossdock/kernel/http'
import {
  StepFailed,
  type CallingStepType,
  type FlowStep,
  type PreparedCall,
  type StepOutcome,
  type StepPlan,
} from '@crossdock/flows/contracts'
import { assetsRead } from '@crossdock/backend/assets'
import { CallRefused } from '../calls/call_refused.js'
import { fileInCall } from '../calls/file_values.js'
import { logEnd, logLost, logPending } from '../calls/log_call.js'
import { endOfFailed, makeCall, type EndpointCall, type MadeCall } from '../calls/make_call.js'
import { userValues } from '../calls/user_values.js'
import { fillDeep } from '../calls/values.js'
import { callVariables } from '../calls/variables.js'
import type { CallValues } from '../contracts/index.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import type { ExternalSystem } from '../models/external_system.js'
import { callTarget } from '../queries/call_target.js'
import { config } from './api_call_config.js'
import { warn } from './api_call_warnings.js'
import { integrationsRead, integrationsUse } from '../contracts/permissions.js'

type Config = Output<typeof config>

/** Calls an endpoint of an external system. */
export const apiCall: CallingStepType<Config> = {
  label: 'API call',
  description: 'Calls an endpoint of an external system, with the file or its data',
  icon: 'send',
  config,
  outputPermission: integrationsRead,
  // It carries the file or its data to where the credentials of the system open the door.
  permissions: [assetsRead, integrationsUse],
  check,
  warn,
  prepare,
  abandon,
}

const repeated = 'Crossdock stopped before the answer arrived; the call was made again.'

async function check(step: FlowStep<Config>): Promise<FieldError[]> {
  const errors: FieldError[] = []
  const wrong = (field: string, sentence: Text) =>
    errors.push({ field, rule: 'exists', text: sentence })
  if (!step.endpointId) {
    wrong('endpointId', text('Choose the endpoint this step calls.'))
    return errors
  }
  const endpoint = await ApiEndpoint.find(step.endpointId)
  if (!endpoint) {
    const id = step.endpointId
    wrong('endpointId', text('There is no API endpoint with the id "{id}".', { id }))
    return errors
  }
  const { name, method } = endpoint
  if (step.systemId && step.systemId !== endpoint.systemId) {
    wrong('systemId', text('Endpoint {name} belongs to another external system.', { name }))
  }
  if (endpoint.endpointType === 'inbound') {
    wrong('endpointId', text('Endpoint {name} is inbound and cannot be called.', { name }))
  }
  const { sendFile = 'none' } = step.config
  if (sendFile !== 'none' && (method === 'GET' || method === 'DELETE')) {
    wrong('config.sendFile', text('A {method} request cannot carry a file.', { method }))
  }
  return errors
}

async function prepare(plan: StepPlan<Config>): Promise<PreparedCall> {
  const { execution, step, path, attempt, input } = plan
  const { endpoint, system } = await target(step)
  const call = await callOf(plan, endpoint, system)
  const { executionId } = execution
  const logId = newId()
  return {
    target: system.id,
    async begin() {
      if (attempt > 1) await logLost(executionId, step.id, repeated)
      await logPending({
        logId,
        systemId: system.id,
        endpoint,
        executionId,
        workflowId: execution.flowId,
        stepId: step.id,
        stepPath: path,
        attempt,
        assetId: input.assetId,
      })
    },
    run: ({ signal, outside }) =>
      run(logId, { operation: 'call', system, endpoint, call: { ...call, signal }, outside }),
  }
}

/** The end of the call's row is written with the end of the step: neither is there without the other. */
async function run(logId: string, attempt: EndpointCall): Promise<StepOutcome> {
  const { outcome, end } = await makeCall(attempt).catch(async (error: unknown) => {
    await transaction(() => logEnd(logId, endOfFailed(attempt.call.signal)))
    throw error
  })
  const save = () => logEnd(logId, end)
  if (outcome.status === 'success') return { output: outputOf(outcome), save }
  throw new StepFailed(outcome.message, {
    retryable: outcome.retryable,
    ...(outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs }),
    output: outputOf(outcome),
    save,
  })
}

async function callOf(
  { execution, step, idempotencyKey, input }: StepPlan<Config>,
  endpoint: ApiEndpoint,
  system: ExternalSystem
): Promise<Omit<EndpointCall['call'], 'signal'>> {
  const { sendFile = 'none', params = {} } = step.config
  const { values: file, file: content } = await fileInCall(input.assetId, input.event)
  const { tenantId, environmentId } = currentContext()
  const values: CallValues = {
    file,
    user: await userValues(input.userId),
    system: {
      executionId: execution.executionId,
      workflowId: execution.flowId,
      workflowName: execution.flowName,
      stepId: step.id,
      systemId: system.id,
      systemName: system.name,
      endpointId: endpoint.id,
      tenantId,
      environmentId,
      eventId: input.event?.id ?? null,
      eventType: input.event?.eventType ?? 'manual',
      timestamp: now(),
    },
    params: {},
    steps: input.steps,
    variables: await callVariables(),
  }
  // Every step may have it, so it stands in no step's own schema.
  const { timeoutMs } = step.config as { timeoutMs?: number }
  return {
    values: { ...values, params: fillParams(params, values) },
    sendFile,
    file: content,
    idempotencyKey,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

async function abandon({ execution, step }: Pick<StepPlan, 'execution' | 'step'>): Promise<void> {
  await logLost(execution.executionId, step.id, 'The call was stopped before its answer arrived.')
}

async function target(step: Pick<FlowStep, 'endpointId'>) {
  const target = step.endpointId ? await callTarget(step.endpointId) : null
  if (!target) {
    throw new StepFailed(
      'The endpoint this step calls was deleted. Choose another one in the workflow.',
      { retryable: false }
    )
  }
  return target
}

function fillParams(params: Record<string, unknown>, values: CallValues): Record<string, unknown> {
  try {
    return fillDeep(params, values) as Record<string, unknown>
  } catch (error) {
    if (error instanceof CallRefused) throw new StepFailed(error.message, { retryable: false })
    throw error
  }
}

function outputOf({ statusCode, durationMs, response, warnings }: MadeCall['outcome']) {
  const notParsed = response?.notParsed
  return {
    statusCode,
    duration: durationMs,
    ...(notParsed === undefined ? {} : { notParsed }),
    body: response?.body ?? null,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}
