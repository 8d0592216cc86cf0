import { until, type Caller, type TestApp } from '@crossdock/backend/testing'

export interface ShownSystem {
  id: string
  tenantId: string
  name: string
  baseUrl: string | null
  authConfig: Record<string, unknown>
  config: Record<string, unknown>
  endpointCount: number
  [field: string]: unknown
}

export interface ShownEndpoint {
  id: string
  systemId: string
  [field: string]: unknown
}

export interface ShownLog {
  id: string
  executionId: string
  status: string
  createdAt: string
  [field: string]: unknown
}

/** Connects a system of a fictional freight partner. */
export function connect(app: TestApp, as: Caller, part: object = {}): Promise<ShownSystem> {
  const body = {
    name: 'Northwind ERP',
    systemType: 'api',
    authType: 'bearer',
    capabilities: ['send', 'receive'],
    ...part,
  }
  return app.ok<ShownSystem>('POST', '/api/integrations/systems', { as, body })
}

export function addEndpoint(
  app: TestApp,
  as: Caller,
  systemId: string,
  part: object = {}
): Promise<ShownEndpoint> {
  const body = {
    name: 'Create order',
    path: '/orders',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
    ...part,
  }
  const path = `/api/integrations/systems/${systemId}/endpoints`
  return app.ok<ShownEndpoint>('POST', path, { as, body })
}

/** Creates a workflow of one step that calls an endpoint. @returns its id */
export async function callingFlow(
  app: TestApp,
  as: Caller,
  { id: endpointId, systemId }: ShownEndpoint,
  config: object = {}
): Promise<string> {
  const step = { id: 'call', type: 'api_call', systemId, endpointId, order: 1, config }
  const body = { name: 'Tell', triggerType: 'manual', triggerConfig: {}, steps: [step] }
  return (await app.ok<{ id: string }>('POST', '/api/integrations/workflows', { as, body })).id
}

/** Starts a workflow and waits for the end of its run. */
export async function runToEnd(app: TestApp, as: Caller, flowId: string): Promise<void> {
  const started = { as, body: { flowId } }
  const { id } = await app.ok<{ id: string }>('POST', '/api/flow-executions/trigger', started)
  await until('the run to end', async () => {
    const { status } = await app.ok<{ status: string }>('GET', `/api/flow-executions/${id}`, { as })
    return status === 'completed' || status === 'failed'
  })
}

export interface ShownBinding {
  id: string
  systemId: string
  assetId: string
  assetPath: string | null
  isActive: boolean
  [field: string]: unknown
}

/** Binds a system to a folder for reading. */
export function bind(
  app: TestApp,
  as: Caller,
  part: { systemId: string; assetId: string; [field: string]: unknown }
): Promise<ShownBinding> {
  const body = { permissions: ['read'], ...part }
  return app.ok<ShownBinding>('POST', '/api/folder-bindings', { as, body })
}

/** Creates a folder, at the top level or in another one. */
export async function makeFolder(
  app: TestApp,
  as: Caller,
  name: string,
  parentId: string | null = null
): Promise<string> {
  const body = { name, type: 'folder', parentId }
  return (await app.ok<{ id: string }>('POST', '/api/assets', { as, body })).id
}

/** Uploads a text file. */
export async function putFile(
  app: TestApp,
  as: Caller,
  name: string,
  parentId: string | null = null
): Promise<string> {
  const body = new FormData()
  body.set('parentId', parentId ?? '')
  body.set('file', new File(['hello'], name, { type: 'text/plain' }))
  return (await app.ok<{ id: string }>('POST', '/api/assets', { as, body })).id
}
