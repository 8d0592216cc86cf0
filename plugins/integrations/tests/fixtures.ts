import type { Caller, TestApp } from '@crossdock/backend/testing'

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
