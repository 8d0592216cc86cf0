import type { EnvironmentTemplate, ManagedEnvironment } from '@crossdock/client'

/** The numeric fields of an environment: minimum and maximum of the server, and the unit. */
export const numberFields = {
  apiCallsPerMonth: { least: 0, most: 2_000_000_000 },
  rateLimitPerMinute: { least: 0, most: 100_000_000 },
  concurrentConnections: { least: 0, most: 1_000_000 },
  storageQuotaGB: { least: 1, most: 10_000_000, unit: 'GB' },
  maxFileSize: { least: 1, most: 10_000_000, unit: 'MB' },
  maxExternalSystems: { least: 0, most: 1_000_000 },
  maxWorkflows: { least: 0, most: 1_000_000 },
  maxApiEndpoints: { least: 0, most: 1_000_000 },
  maxWebhooks: { least: 0, most: 1_000_000 },
  logsRetentionDays: { least: 1, most: 36_500, unit: 'days' },
} as const

export type NumberField = keyof typeof numberFields

type Numbers = Record<NumberField, number>

export interface EnvironmentForm extends Numbers {
  displayName: string
  description: string | null
  isActive: boolean
  baseUrl: string | null
  customDomain: string | null
  sslEnabled: boolean
  metricsEnabled: boolean
  alertsEnabled: boolean
}

export interface NewEnvironmentForm extends EnvironmentForm {
  tenantId: string | null
  name: EnvironmentTemplate['name']
}

const numbersOf = (given: Numbers): Numbers =>
  Object.fromEntries(
    (Object.keys(numberFields) as NumberField[]).map((name) => [name, given[name]])
  ) as Numbers

/** The form for an existing environment. */
export const formOf = (environment: ManagedEnvironment): EnvironmentForm => ({
  ...numbersOf(environment),
  displayName: environment.displayName,
  description: environment.description,
  isActive: environment.isActive,
  baseUrl: environment.baseUrl,
  customDomain: environment.customDomain,
  sslEnabled: environment.sslEnabled,
  metricsEnabled: environment.metricsEnabled,
  alertsEnabled: environment.alertsEnabled,
})

/** The form for a new environment, filled from a template. */
export const newForm = (
  template: EnvironmentTemplate,
  tenantId: string | null
): NewEnvironmentForm => ({
  ...numbersOf(template),
  tenantId,
  name: template.name,
  displayName: template.displayName,
  description: template.description,
  isActive: true,
  sslEnabled: true,
  metricsEnabled: true,
  alertsEnabled: true,
  baseUrl: null,
  customDomain: null,
})

/** The request body: cleared fields become null. */
export const bodyOf = (form: EnvironmentForm): EnvironmentForm => ({
  ...form,
  description: form.description || null,
  baseUrl: form.baseUrl?.trim() || null,
  customDomain: form.customDomain?.trim() || null,
})
