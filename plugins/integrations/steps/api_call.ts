import { newId, transaction } from '@crossdock/kernel/database'
import { english, text, type FieldError, type Text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import {
  familyOfStatus,
  StepFailed,
  type Admission,
  type CallingStepType,
  type ErrorFamily,
  type FlowStep,
  type PreparedCall,
  type StepOutcome,
  type StepPlan,
} from '@crossdock/flows/contracts'
import { assetsRead } from '@crossdock/backend/assets'
import { CallRefused } from '../placeholders/call_refused.js'
import { isLimited, requestPermission } from '../circuit/admission.js'
import { giveUpProbe, noteCall } from '../circuit/state.js'
import { fileInCall } from '../calls/file_values.js'
import { recordOutcome } from '../calls/record_outcome.js'
import { logEnd, logLost, logPending } from '../calls/log_call.js'
import { endOfFailedCall, makeCall, type EndpointCall, type MadeCall } from '../calls/make_call.js'
import { templateErrors } from '../placeholders/template.js'
import { fillDeep } from '../placeholders/values.js'
import { runValues } from './run_values.js'
import type { CallValues } from '../contracts/index.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { ExternalSystem } from '../models/external_system.js'
import { callTarget, type CallTarget } from '../calls/call_target.js'
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
  // The step sends the file or its data with the credentials of the system, so it needs both permissions.
  permissions: [assetsRead, integrationsUse],
  check,
  outputShape: () => ({
    properties: { statusCode: {}, duration: {}, notParsed: {}, body: {}, warnings: {} },
  }),
  warn,
  prepare,
  abandon,
}

const repeated = 'Crossdock stopped before the answer arrived; the call was made again.'

async function check(step: FlowStep<Config>): Promise<FieldError[]> {
  const errors = templateErrors(step.config.params, 'config.params')
  const wrong = (field: string, sentence: Text) =>
    errors.push({ field, rule: 'exists', text: sentence })
  if (!step.endpointId) {
    const id = step.systemId
    if (id && !(await ExternalSystem.find(id))) {
      wrong('systemId', text('There is no external system with the id "{id}".', { id }))
    }
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
  const called = await target(step)
  const { endpoint, system, circuit } = called
  const call = await callOf(plan, endpoint, system)
  const { executionId } = execution
  const logId = newId()
  const permission = { probe: false }
  const admit = async (signal: AbortSignal): Promise<Admission> => {
    const given = await requestPermission(system, { patient: true, signal })
    if ('notBefore' in given) return { ...given, why: english(given.why) }
    permission.probe = given.probe
    return given
  }
  return {
    target: system.id,
    ...(isLimited(system, circuit) ? { admit } : {}),
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
      run({ logId, executionId }, called, permission, {
        operation: 'call',
        system,
        endpoint,
        call: { ...call, signal },
        outside,
      }),
  }
}

/** Makes the call. The ends of the log row and of the step are written in one transaction. */
async function run(
  logged: { logId: string; executionId: string },
  called: CallTarget,
  { probe }: { probe: boolean },
  attempt: EndpointCall
): Promise<StepOutcome> {
  const { system } = attempt
  const { logId } = logged
  const { outcome, answer, end } = await makeCall(attempt).catch(async (error: unknown) => {
    await transaction(() => logEnd(logId, endOfFailedCall(attempt.call.signal)))
    if (probe) await giveUpProbe(system)
    throw error
  })
  const save = async () => {
    await logEnd(logId, end)
    await noteCall(system, end, probe)
    await recordOutcome(called, logged, end)
  }
  if (outcome.status === 'success') {
    const output = outputOf({ ...outcome, response: answer.data })
    return { output, secrets: answer.secrets, save }
  }
  throw new StepFailed(outcome.message, {
    retryable: outcome.retryable,
    family: familyOf(outcome),
    status: outcome.statusCode,
    ...(outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs }),
    output: outputOf(outcome),
    save,
  })
}

/** Returns the error family, from the answer or from the reason why there was none. */
function familyOf({ status, statusCode, fault }: MadeCall['outcome']): ErrorFamily {
  if (status === 'timeout' || fault === 'timeout') return 'timeout'
  if (fault === 'connection' || fault === 'tls') return 'refused'
  // Nothing was sent: the request itself is invalid.
  if (statusCode === null) return fault ? 'internal' : 'invalid'
  return familyOfStatus(statusCode)
}

async function callOf(
  { execution, step, idempotencyKey, input }: StepPlan<Config>,
  endpoint: ApiEndpoint,
  system: ExternalSystem
): Promise<Omit<EndpointCall['call'], 'signal'>> {
  const { sendFile = 'none', params = {} } = step.config
  const { values: file, file: content } = await fileInCall(input.assetId, input)
  const values = await runValues({ execution, step, input }, file, {
    systemId: system.id,
    systemName: system.name,
    endpointId: endpoint.id,
  })
  // Every step may have this setting, so no step type has it in its schema.
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
      { retryable: false, family: 'not_found' }
    )
  }
  return target
}

function fillParams(params: Record<string, unknown>, values: CallValues): Record<string, unknown> {
  try {
    return fillDeep(params, values) as Record<string, unknown>
  } catch (error) {
    if (error instanceof CallRefused) {
      throw new StepFailed(error.message, { retryable: false, family: 'invalid' })
    }
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
