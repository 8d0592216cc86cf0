import type { Row } from '@crossdock/kernel/http'
import { readableCredentials, showCredentials } from '../models/credentials.js'
import type { ExternalSystem } from '../models/external_system.js'

/** A system as the API shows it: credentials only as set or not set. */
export function showSystem(system: Row<ExternalSystem>, endpointCount: number) {
  return {
    id: system.id,
    tenantId: system.tenantId,
    name: system.name,
    description: system.description,
    systemType: system.systemType,
    baseUrl: system.baseUrl,
    authType: system.authType,
    authConfig: showCredentials(readableCredentials(system.id, system.sealedAuth)),
    capabilities: system.capabilities,
    isActive: system.isActive,
    endpointCount,
    createdAt: system.createdAt,
    updatedAt: system.updatedAt,
  }
}
