import { now, randomId } from '@crossdock/kernel/database'
import { currentContext } from '@crossdock/kernel/tenancy'
import { callEndpoint } from '../calls/call_endpoint.js'
import { userValues } from '../calls/user_values.js'
import { findEndpoint } from '../queries/endpoints.js'
import { findSystem } from '../queries/systems.js'

/** What mappings and placeholders read in a test, where no real file is involved. */
const sampleFile = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'crossdock-test.txt',
  type: 'file',
  mimeType: 'text/plain',
  size: 0,
  version: 1,
  parentId: null,
  metadata: {},
}

/** Sends the endpoint's real request with sample values and says how it ended. */
export async function testEndpoint(
  id: string,
  params: Record<string, unknown>,
  signal: AbortSignal
) {
  const endpoint = await findEndpoint(id)
  const system = await findSystem(endpoint.systemId)
  const executionId = randomId()
  const outcome = await callEndpoint({
    operation: 'test',
    system,
    endpoint,
    executionId,
    call: {
      values: {
        file: sampleFile,
        user: await userValues(currentContext().actor.userId),
        system: {
          executionId,
          systemId: system.id,
          systemName: system.name,
          endpointId: endpoint.id,
          tenantId: currentContext().tenantId,
          eventType: 'test',
          timestamp: now(),
        },
        params,
        steps: {},
      },
      sendFile: 'none',
      file: null,
      idempotencyKey: `${executionId}:test`,
      signal,
    },
  })
  return {
    success: outcome.status === 'success',
    statusCode: outcome.statusCode,
    duration: outcome.durationMs,
    message: outcome.message,
    requestData: outcome.request,
    responseData: outcome.response,
  }
}
