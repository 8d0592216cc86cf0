import { english } from '@crossdock/kernel/ground'
import { redact, SecretError, type KnownSecrets } from '@crossdock/kernel/secrets'
import { currentContext } from '@crossdock/kernel/tenancy'
import { openSystem, type OpenedSystem } from '../config/opened.js'
import {
  connectors,
  type Call,
  type CallOutcome,
  type Connection,
  type MappingWarning,
} from '../contracts/index.js'
import type { ExternalSystem } from '../models/external_system.js'
import { endpointForFile } from './bound_file.js'
import { CallRefused } from '../placeholders/call_refused.js'
import { failureOf } from './failure.js'
import { fetchedSecrets, rememberSecrets, currentSecrets } from './known_secrets.js'
import { mappingWarnings, newestFiles } from './mapping_warnings.js'
import type { CallEnd } from './log_call.js'
import { storeBody } from './stored_bodies.js'
import { LOG_CHARS, OUTPUT_CHARS, readableData, shownData, wholeOnly } from './shown.js'
import type { CalledEndpoint } from './log_call.js'

export interface EndpointCall {
  operation: 'test' | 'call' | 'check'
  /** Whether the system differs from its saved state. */
  isDraft?: boolean
  system: ExternalSystem
  endpoint: CalledEndpoint
  call: Omit<Call, 'system' | 'endpoint'>
  /** Runs the request without occupying a worker. */
  outside?: <T>(work: () => Promise<T>) => Promise<T>
}

export interface MadeCall {
  /** The outcome, masked and limited like the log row, but with a larger limit for the response. */
  outcome: CallOutcome & { warnings: MappingWarning[]; connection?: Connection }
  /** The response for later steps, and the secrets to mask when people see it. */
  answer: { data: Record<string, unknown> | null; secrets: string[] }
  end: CallEnd
}

/** Returns the end of a call that was aborted or threw an error. */
export function endOfFailedCall(signal: AbortSignal | undefined): CallEnd {
  const message = signal?.aborted
    ? 'The call was stopped before it ended.'
    : 'The call failed inside Crossdock.'
  return { status: 'error', statusCode: null, durationMs: null, message }
}

/** Makes one attempt of one call. It stores long bodies; the caller writes the log row. */
export async function makeCall(attempt: EndpointCall): Promise<MadeCall> {
  if (currentContext().trx) {
    throw new Error('makeCall() must not run inside a transaction: the call may take long.')
  }
  // Load the secrets first: an error after the call would lose its result.
  const known = await currentSecrets()
  const { outcome, own, requestOnly, warnings } = await make(attempt)
  const more = [...own, ...(attempt.call.values.variables?.secrets() ?? [])]
  const secrets = known.with(more)
  const message = redact(outcome.message, secrets)
  const requestData = warnings.length > 0 ? { ...outcome.request, warnings } : outcome.request
  const requestSecrets = secrets.with(requestOnly)
  const request = shownData(requestData, requestSecrets, LOG_CHARS) ?? {}
  const response = shownData(outcome.response, secrets, LOG_CHARS)
  const output = shownData(outcome.response, secrets, OUTPUT_CHARS)
  const bodies = attempt.isDraft
    ? {}
    : {
        request: await storeBody(requestData, request, requestSecrets),
        response: await storeBody(outcome.response, response, secrets),
      }
  return {
    outcome: { ...outcome, message, request, response: output, warnings },
    answer: {
      data: readableData(outcome.response, OUTPUT_CHARS),
      secrets: [...more, ...fetchedSecrets()],
    },
    end: {
      ...outcome,
      message,
      request,
      response,
      bodies,
      ...(attempt.operation === 'check' ? {} : { input: inputOf(attempt, secrets) }),
    },
  }
}

/** Returns the input that can repeat the call, masked. Long parts are omitted. */
function inputOf({ call }: EndpointCall, secrets: KnownSecrets): Record<string, unknown> {
  const { values, sendFile, file } = call
  const size = file ? { fileSize: file.size } : {}
  const params = wholeOnly(values.params, secrets)
  return { sendFile, ...size, ...(params === undefined ? {} : { params }) }
}

async function make(attempt: EndpointCall) {
  const { system, call } = attempt
  let warnings: MappingWarning[] = []
  try {
    if (attempt.operation !== 'check') assertCallable(attempt)
    const endpoint = await endpointForFile(system, attempt.endpoint, call.values.file)
    warnings = await warningsOf(attempt, endpoint)
    const opened = await openSystem(system, call.values.variables)
    const outcome = await ask(attempt, endpoint, { ...opened.system, isSaved: !attempt.isDraft })
    rememberSecrets(outcome.secrets ?? [])
    const own = [...opened.secrets, ...(outcome.secrets ?? [])]
    return { outcome, own, requestOnly: opened.plain, warnings }
  } catch (error) {
    if (!(error instanceof CallRefused) && !(error instanceof SecretError)) throw error
    const outcome = refusal(error.message, attempt.endpoint)
    return { outcome, own: [], requestOnly: [], warnings }
  }
}

/** Returns warnings about the field mapping of a call. They are stored with the call. */
async function warningsOf(
  { operation, call }: EndpointCall,
  { fieldMapping }: Call['endpoint']
): Promise<MappingWarning[]> {
  const newest = operation === 'test' ? newestFiles : undefined
  const found = await mappingWarnings(fieldMapping, call.values.file, newest)
  return found.map(({ field, text }) => ({ field, message: english(text) }))
}

/** @throws CallRefused */
function assertCallable({ system, endpoint }: EndpointCall): void {
  if (!system.isActive && system.authConfig === null) {
    throw new CallRefused(
      `${system.name} is inactive, and no credentials are stored for it in this environment. Enter them, if it needs any, and activate it.`
    )
  }
  if (!system.isActive) {
    throw new CallRefused(`${system.name} is inactive. Activate it to call it.`)
  }
  if (!endpoint.isActive) {
    throw new CallRefused(`Endpoint ${endpoint.name} is inactive. Activate it first.`)
  }
  if (endpoint.endpointType === 'inbound') {
    throw new CallRefused(
      `Endpoint ${endpoint.name} is inbound: ${system.name} calls it, not Crossdock.`
    )
  }
}

/** Calls the connector. If the call gets no answer, the error becomes the outcome. */
async function ask(
  { operation, system, call, outside }: EndpointCall,
  endpoint: Call['endpoint'],
  opened: OpenedSystem['system']
): Promise<CallOutcome> {
  const operations = connectors.get(system.systemType)?.operations
  const operate = operations?.[operation]
  if (!operate && operation === 'check') {
    throw new CallRefused(
      `Systems of the type ${system.systemType} have no connection test. Test an endpoint of the system.`
    )
  }
  if (!operate) {
    throw new CallRefused(`Systems of the type ${system.systemType} cannot be called.`)
  }
  const work = () => operate.call(operations, { ...call, system: opened, endpoint })
  const startedAt = performance.now()
  try {
    return await (outside ? outside(work) : work())
  } catch (error) {
    if (call.signal?.aborted) throw error
    const durationMs = Math.round(performance.now() - startedAt)
    const { method, path } = endpoint
    return { ...failureOf(error), durationMs, request: { method, path } }
  }
}

function refusal(message: string, { method, path }: CalledEndpoint): CallOutcome {
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
