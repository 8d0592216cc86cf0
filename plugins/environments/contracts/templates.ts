import type { EnvironmentName } from './names.js'

/** The limits by their names in the specification. */
export interface EnvironmentLimits {
  apiCallsPerMonth: number
  concurrentConnections: number
  rateLimitPerMinute: number
  storageQuotaGB: number
  maxFileSize: number
  maxExternalSystems: number
  maxWorkflows: number
  maxApiEndpoints: number
  maxWebhooks: number
  logsRetentionDays: number
}

/** The default limits of an environment, the same as in the table (migration 1). */
export const environmentDefaults: EnvironmentLimits = {
  apiCallsPerMonth: 10_000,
  concurrentConnections: 50,
  rateLimitPerMinute: 100,
  storageQuotaGB: 50,
  maxFileSize: 100,
  maxExternalSystems: 10,
  maxWorkflows: 50,
  maxApiEndpoints: 100,
  maxWebhooks: 20,
  logsRetentionDays: 30,
}

/** The initial values of an environment. */
export interface EnvironmentTemplate extends EnvironmentLimits {
  displayName: string
  description: string
}

export const environmentTemplates: Readonly<Record<EnvironmentName, EnvironmentTemplate>> = {
  development: {
    ...environmentDefaults,
    displayName: 'Development',
    description: 'For building and trying things out.',
    apiCallsPerMonth: 5_000,
    storageQuotaGB: 25,
    maxExternalSystems: 5,
  },
  testing: {
    ...environmentDefaults,
    displayName: 'Testing',
    description: 'For checks before something goes live.',
    apiCallsPerMonth: 10_000,
    storageQuotaGB: 50,
    maxExternalSystems: 8,
  },
  production: {
    ...environmentDefaults,
    displayName: 'Production',
    description: 'Live data and connections.',
    apiCallsPerMonth: 50_000,
    storageQuotaGB: 200,
    maxExternalSystems: 20,
  },
}
