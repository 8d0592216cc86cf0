import { call } from '@crossdock/kernel/testing'
import type { Partner } from './partner.js'
import type { Subject } from './subject.js'

export interface Endpoint {
  systemId: string
  endpointId: string
}

/** Creates an object and returns its id. */
export async function createObject(subject: Subject, path: string, body: object): Promise<string> {
  const reply = await call<{ id: string }>(subject.server.url, 'POST', path, {
    as: subject.token,
    body,
  })
  if (reply.status !== 201) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
  return reply.body.id
}

/** An endpoint of the partner that receives the run's id. */
export async function createCallEndpoint(subject: Subject, partner: Partner): Promise<Endpoint> {
  const systemId = await createObject(subject, '/api/integrations/systems', {
    name: 'Partner',
    systemType: 'api',
    baseUrl: partner.url,
    authType: 'bearer',
    authConfig: {},
    capabilities: ['send'],
  })
  const endpointId = await createObject(
    subject,
    `/api/integrations/systems/${systemId}/endpoints`,
    {
      name: 'Notify',
      path: '/',
      method: 'POST',
      endpointType: 'outbound',
      triggers: ['file_upload'],
      requestSchema: { body: { run: '{system.executionId}' } },
    }
  )
  return { systemId, endpointId }
}

/** A workflow with this many calls, started manually. */
export function createWorkflow(
  subject: Subject,
  endpoint: Endpoint,
  count: number
): Promise<string> {
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `notify${at}`,
    type: 'api_call',
    config: {},
    order: at + 1,
    ...endpoint,
  }))
  return createObject(subject, '/api/integrations/workflows', {
    name: `Notify ${count}`,
    triggerType: 'manual',
    triggerConfig: {},
    steps,
  })
}
