import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { until, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { furnishedAgent } from './furnished_agent.js'
import { furnishedSync } from './furnished_sync.js'
import { furnishedWebhook } from './furnished_webhook.js'

/** One of every object of an environment. Each contains a text that no other environment may show. */
export interface FurnishedEnvironment {
  id: string
  name: string
  secret: string
  /** Ids by kind of object. */
  ids: Record<string, string>
  /** A caller whose session names the environment, and a token that is bound to it. */
  session: Caller
  token: Caller
}

/** @param systems number of systems in addition to the called one, so that figures of environments differ */
export async function furnishedEnvironment(
  app: TestApp,
  tenant: TestTenant,
  { id, name, url, systems }: { id: string; name: string; url: string; systems: number }
): Promise<FurnishedEnvironment> {
  const secret = `${name}-private-${crypto.randomUUID()}`
  const session: Caller = { headers: { ...tenant.admin.headers, 'x-environment': name } }
  const post = <T = { id: string }>(path: string, body: unknown) =>
    app.ok<T>('POST', path, { as: session, body })
  const bound = await post<{ token: string }>('/api/api-tokens', { name: secret, environment: id })
  const connect = (part: string) =>
    post('/api/integrations/systems', {
      name: `${secret}-${part}`,
      systemType: 'api',
      baseUrl: url,
      authType: 'bearer',
      authConfig: { accessToken: secret },
      capabilities: ['send'],
    })
  const system = await connect('system')
  const others: string[] = []
  for (let at = 0; at < systems; at++) others.push((await connect(`other-${at}`)).id)
  const endpoint = await post(`/api/integrations/systems/${system.id}/endpoints`, {
    name: `${secret}-endpoint`,
    path: '/things',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
  })
  const inbound = await post(`/api/integrations/systems/${others[0]}/endpoints`, {
    name: `${secret}-inbound`,
    path: '/things',
    method: 'POST',
    endpointType: 'inbound',
    triggers: ['webhook'],
  })
  const systemFlow = await post('/api/system-flows', {
    name: `${secret}-system-flow`,
    triggerSystemId: others[0]!,
    triggerEventType: 'system_circuit_opened',
  })
  // The request starts no run: it is refused, and stored.
  await post(`/api/integrations/endpoints/${inbound.id}/test`, { params: { secret } })
  const folder = await post('/api/assets', { name: `${secret}-folder`, type: 'folder' })
  const folderBinding = await post('/api/folder-bindings', {
    systemId: others[0],
    assetId: folder.id,
    permissions: ['read'],
  })
  const workflow = await post('/api/integrations/workflows', {
    name: `${secret}-workflow`,
    triggerType: 'manual',
    triggerConfig: {},
    steps: [
      { type: 'api_call', systemId: system.id, endpointId: endpoint.id, config: {}, order: 1 },
    ],
  })
  const run = await post<{ id: string; executionId: string }>(
    `/api/integrations/workflows/${workflow.id}/execute`,
    {}
  )
  await until('the run to end', async () => {
    const path = `/api/flow-executions/${run.id}`
    const { status } = await app.ok<{ status: string }>('GET', path, { as: session })
    if (status === 'failed') throw new Error('The run failed.')
    return status === 'completed'
  })
  const [log] = await app.ok<{ id: string }[]>('GET', '/api/integrations/logs', { as: session })
  const [webhook] = await app.ok<{ id: string }[]>('GET', '/api/integrations/webhooks', {
    as: session,
  })
  const [request] = await app.ok<{ id: string }[]>('GET', '/api/integrations/webhook-requests', {
    as: session,
  })
  return {
    id,
    name,
    secret,
    session,
    token: { headers: { authorization: `Bearer ${bound.token}` } },
    ids: {
      system: system.id,
      otherSystem: others[0]!,
      endpoint: endpoint.id,
      folderBinding: folderBinding.id,
      workflow: workflow.id,
      systemFlow: systemFlow.id,
      execution: run.id,
      executionId: run.executionId,
      log: log!.id,
      webhook: webhook!.id,
      webhookRequest: request!.id,
      bulkAction: await bulkAction(tenant.id, name, secret),
      ...(await furnishedAgent(app, session, secret)),
      ...(await furnishedSync(app, session, secret)),
      ...(await furnishedWebhook(app, session, secret)),
    },
  }
}

/**
 * A bulk action on runs of an environment.
 * @param environment name
 */
export async function bulkAction(tenantId: string, environment: string, secret: string) {
  const id = newId()
  await asOperator('stand for a bulk action', async () => {
    const place = { tenant_id: tenantId, name: environment }
    const { id: environmentId } = await unscoped().from('tenant_environments').where(place).first()
    await unscoped().table('flow_bulk_actions').insert({
      id,
      tenant_id: tenantId,
      environment_id: environmentId,
      created_at: now(),
      action: 'retry',
      ids: '[]',
      total: 1,
      done: 1,
      refused: 1,
      first_refusal: secret,
      completed_at: now(),
    })
  })
  return id
}
