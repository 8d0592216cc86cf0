import type { Row } from '@crossdock/kernel/http'
import type { TenantEnvironment } from '../models/tenant_environment.js'

export function showEnvironment(environment: Row<TenantEnvironment>) {
  return {
    id: environment.id,
    tenantId: environment.tenantId,
    name: environment.name,
    displayName: environment.displayName,
    description: environment.description,
    isActive: environment.isActive,
    apiCallsPerMonth: environment.apiCallsPerMonth,
    apiCallsUsed: environment.apiCallsUsed,
    concurrentConnections: environment.concurrentConnections,
    rateLimitPerMinute: environment.rateLimitPerMinute,
    storageQuotaGB: environment.storageQuotaGB,
    storageUsedGB: environment.storageUsedGB,
    maxFileSize: environment.maxFileSize,
    maxExternalSystems: environment.maxExternalSystems,
    maxWorkflows: environment.maxWorkflows,
    maxApiEndpoints: environment.maxApiEndpoints,
    maxWebhooks: environment.maxWebhooks,
    baseUrl: environment.baseUrl,
    customDomain: environment.customDomain,
    sslEnabled: environment.sslEnabled,
    logsRetentionDays: environment.logsRetentionDays,
    metricsEnabled: environment.metricsEnabled,
    alertsEnabled: environment.alertsEnabled,
    createdAt: environment.createdAt,
    updatedAt: environment.updatedAt,
  }
}
