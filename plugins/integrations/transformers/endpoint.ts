import type { Row } from '@crossdock/kernel/http'
import type { ApiEndpoint } from '../models/api_endpoint.js'

export function showEndpoint(endpoint: Row<ApiEndpoint>) {
  return {
    id: endpoint.id,
    tenantId: endpoint.tenantId,
    systemId: endpoint.systemId,
    name: endpoint.name,
    path: endpoint.path,
    method: endpoint.method,
    endpointType: endpoint.endpointType,
    triggers: endpoint.triggers,
    requestSchema: endpoint.requestSchema,
    responseSchema: endpoint.responseSchema,
    fieldMapping: endpoint.fieldMapping,
    isActive: endpoint.isActive,
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  }
}
