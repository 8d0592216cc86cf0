import { answerShape, namedShape, plainName } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { environmentNames, type EnvironmentLimits } from '../contracts/index.js'
import { emptyToNull, hostName, messages, webAddress } from './rules.js'

/**
 * Minimum and maximum of each limit. The sum of the limits of a tenant must be exact, even as a floating-point
 * number, and each limit must fit a 32-bit integer. A larger value is a typing error.
 */
const bounds: Record<keyof EnvironmentLimits, [least: number, most: number]> = {
  apiCallsPerMonth: [0, 2_000_000_000],
  concurrentConnections: [0, 1_000_000],
  rateLimitPerMinute: [0, 100_000_000],
  storageQuotaGB: [1, 10_000_000],
  maxFileSize: [1, 10_000_000],
  maxExternalSystems: [0, 1_000_000],
  maxWorkflows: [0, 1_000_000],
  maxApiEndpoints: [0, 1_000_000],
  maxWebhooks: [0, 1_000_000],
  logsRetentionDays: [1, 36_500],
}
const mostOfMeter = 2_000_000_000
const mostMeters = 100

const whole = (range: [number, number]) =>
  vine.number({ strict: true }).withoutDecimals().range(range)
/**
 * Refuses null, because Vine treats it like a missing field: a client that sends null expects "no limit", which
 * does not exist.
 */
const refuseNull = (value: unknown): unknown => (value === null ? 'null' : value)
const limit = (name: keyof EnvironmentLimits) => whole(bounds[name]).parse(refuseNull).optional()
const flag = () => vine.boolean({ strict: true }).parse(refuseNull).optional()
const displayName = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .use(plainName({ dotted: true }))
    .optional()

const meterName = /^[a-z][\w.-]{0,63}$/i

const limits = () =>
  vine
    .record(whole([0, mostOfMeter]))
    .maxLength(mostMeters)
    .validateKeys((names, field) => {
      const name = names.find((one) => !meterName.test(one))
      if (name === undefined) return
      field.report('"{{ name }}" is not the name of a meter.', 'meterName', field, { name })
    })
    .optional()

/** All fields that can be set, when an environment is created and later. */
const settable = () => ({
  displayName: displayName(),
  description: vine.string().trim().maxLength(2000).parse(emptyToNull).nullable().optional(),
  isActive: flag(),
  apiCallsPerMonth: limit('apiCallsPerMonth'),
  concurrentConnections: limit('concurrentConnections'),
  rateLimitPerMinute: limit('rateLimitPerMinute'),
  storageQuotaGB: limit('storageQuotaGB'),
  maxFileSize: limit('maxFileSize').meta({ description: 'Megabytes.' }),
  maxExternalSystems: limit('maxExternalSystems'),
  maxWorkflows: limit('maxWorkflows'),
  maxApiEndpoints: limit('maxApiEndpoints'),
  maxWebhooks: limit('maxWebhooks'),
  limits: limits(),
  baseUrl: vine
    .string()
    .trim()
    .maxLength(2000)
    .use(webAddress())
    .parse(emptyToNull)
    .nullable()
    .optional(),
  customDomain: vine
    .string()
    .trim()
    .toLowerCase()
    .maxLength(253)
    .use(hostName())
    .parse(emptyToNull)
    .nullable()
    .optional(),
  sslEnabled: flag(),
  logsRetentionDays: limit('logsRetentionDays'),
  metricsEnabled: flag(),
  alertsEnabled: flag(),
})

export const createEnvironmentBody = vine.create({
  tenantId: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(63)
    .meta({ description: 'An id or a subdomain.' }),
  name: vine.enum(environmentNames),
  template: vine
    .enum(environmentNames)
    .optional()
    .meta({ description: 'Supplies the fields that are left out.' }),
  ...settable(),
})
createEnvironmentBody.messagesProvider = messages

export const updateEnvironmentBody = vine.create({
  tenantId: vine.string().optional().meta({ description: 'The one it has.' }),
  name: vine.enum(environmentNames).optional().meta({ description: 'The one it has.' }),
  ...settable(),
})
updateEnvironmentBody.messagesProvider = messages

export const summaryQuery = vine.create({
  tenantId: vine.string().trim().maxLength(36).optional(),
})
summaryQuery.messagesProvider = messages

const count = () => vine.number().withoutDecimals()

export const summaryAnswer = answerShape('EnvironmentSummary', {
  environments: count(),
  activeEnvironments: count(),
  apiCallsUsed: count().meta({ description: 'This month.' }),
  apiCallsPerMonth: count(),
  storageUsedGB: vine
    .number()
    .meta({ description: 'Files belong to tenants; their bytes count for `production`.' }),
  storageQuotaGB: count(),
})

export const templatesAnswer = vine.create(
  vine.array(
    namedShape('EnvironmentTemplate', {
      name: vine.enum(environmentNames),
      displayName: vine.string(),
      description: vine.string(),
      apiCallsPerMonth: count(),
      concurrentConnections: count(),
      rateLimitPerMinute: count(),
      storageQuotaGB: count(),
      maxFileSize: count(),
      maxExternalSystems: count(),
      maxWorkflows: count(),
      maxApiEndpoints: count(),
      maxWebhooks: count(),
      logsRetentionDays: count(),
    })
  )
)
