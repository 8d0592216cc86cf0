import { testInbound } from '../hooks/actions/test_inbound.js'
import { callEndpoint } from '../calls/call_endpoint.js'
import { withNumbersAsTexts } from '../calls/shown.js'
import { trialCall, type Trial } from '../calls/trial_call.js'
import { findEndpoint } from '../queries/endpoints.js'
import { findSystem } from '../queries/systems.js'

/** Sends the endpoint's real request, with a file or with sample values, and returns the result. */
export async function testEndpoint(id: string, trial: Trial, signal: AbortSignal) {
  const endpoint = await findEndpoint(id)
  if (endpoint.endpointType === 'inbound') return testInbound(endpoint, trial.params)
  const system = await findSystem(endpoint.systemId)
  const { executionId, call } = await trialCall(system, endpoint.id, trial)
  const outcome = await callEndpoint({
    operation: 'test',
    system,
    endpoint,
    executionId,
    assetId: trial.assetId ?? null,
    call: { ...call, signal },
  })
  return {
    success: outcome.status === 'success',
    statusCode: outcome.statusCode,
    duration: outcome.durationMs,
    message: outcome.message,
    requestData: outcome.request,
    responseData: withNumbersAsTexts(outcome.response) as typeof outcome.response,
    warnings: outcome.warnings,
  }
}
