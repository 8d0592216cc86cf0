import { redact, SecretError } from '@crossdock/kernel/secrets'
import { currentContext } from '@crossdock/kernel/tenancy'
import { connectors, type Call, type CallOutcome } from '../contracts/index.js'
import type { ApiEndpoint } from '../models/api_endpoint.js'
import { openCredentials, secretsIn } from '../models/credentials.js'
import type { ExternalSystem } from '../models/external_system.js'
import type { CallEnd } from './log_call.js'
import { LOG_CHARS, OUTPUT_CHARS, shownData } from './shown.js'

export interface EndpointCall {
  operation: 'test' | 'call'
  system: ExternalSystem
  endpoint: ApiEndpoint
  call: Omit<Call, 'system' | 'endpoint'>
  /** Wraps the time in which the other side is waited for. */
  outside?: <T>(work: () => Promise<T>) => Promise<T>
}

export interface MadeCall {
  /** Masked and bounded like the row, the response a little wider because later steps may read it. */
  outcome: CallOutcome
  end: CallEnd
}

/** The end of a call that was given up while it was made. */
export function endOfFailed(signal: AbortSignal | undefined): CallEnd {
  const message = signal?.aborted
    ? 'The call was stopped before it ended.'
    : 'The call failed inside Crossdock.'
  return { status: 'error', statusCode: null, durationMs: null, message }
}

/** Makes one attempt of one call. Writes nothing: its row is the caller's. */
export async function makeCall(attempt: EndpointCall): Promise<MadeCall> {
  if (currentContext().trx) {
    throw new Error('makeCall() must not run inside a transaction: the call may take long.')
  }
  const { outcome, secrets } = await make(attempt)
  const message = redact(outcome.message, secrets)
  const request = shownData(outcome.request, secrets, LOG_CHARS) ?? {}
  const response = shownData(outcome.response, secrets, LOG_CHARS)
  const output = shownData(outcome.response, secrets, OUTPUT_CHARS)
  return {
    outcome: { ...outcome, message, request, response: output },
    end: { ...outcome, message, request, response },
  }
}

async function make({ operation, system, endpoint, call, outside }: EndpointCall) {
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
  const ask = () =>
    connector.operations[operation]({ ...call, system: { ...systemPart(system), auth }, endpoint })
  const outcome = await (outside ? outside(ask) : ask())
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
