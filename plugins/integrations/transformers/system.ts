import type { Row } from '@crossdock/kernel/http'
import { kindsOf } from '../config/known.js'
import { readableAuth, showConfig } from '../config/stored.js'
import type { ExternalSystem } from '../models/external_system.js'

/** A system as the API shows it: secrets only as set or not set. */
export function showSystem(system: Row<ExternalSystem>, endpointCount: number) {
  const { connector, authType } = kindsOf(system)
  return {
    id: system.id,
    tenantId: system.tenantId,
    name: system.name,
    description: system.description,
    systemType: system.systemType,
    baseUrl: system.baseUrl,
    authType: system.authType,
    authConfig: showConfig(authType, readableAuth(system)),
    config: showConfig(connector, system.config),
    capabilities: system.capabilities,
    isActive: system.isActive,
    endpointCount,
    createdAt: system.createdAt,
    updatedAt: system.updatedAt,
  }
}
