import { answerShape, instant } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { environmentNames } from '../contracts/index.js'

const fields = () => ({
  id: vine.string(),
  tenantId: vine.string(),
  name: vine.enum(environmentNames),
  displayName: vine.string(),
  description: vine.string().nullable(),
  isActive: vine.boolean({ strict: true }),
  apiCallsPerMonth: vine.number(),
  apiCallsUsed: vine.number(),
  concurrentConnections: vine.number(),
  rateLimitPerMinute: vine.number(),
  storageQuotaGB: vine.number(),
  storageUsedGB: vine.number(),
  maxFileSize: vine.number().meta({ description: 'Megabytes.' }),
  maxExternalSystems: vine.number(),
  maxWorkflows: vine.number(),
  maxApiEndpoints: vine.number(),
  maxWebhooks: vine.number(),
  limits: vine
    .record(vine.number())
    .meta({ description: 'Of meters that plugins declare, by their names.' }),
  baseUrl: vine.string().nullable(),
  customDomain: vine.string().nullable(),
  sslEnabled: vine.boolean({ strict: true }),
  logsRetentionDays: vine.number(),
  metricsEnabled: vine.boolean({ strict: true }),
  alertsEnabled: vine.boolean({ strict: true }),
  createdAt: instant(),
  updatedAt: instant(),
})

export const environmentAnswer = answerShape('Environment', fields())

/** An environment as the super administrator sees it, also for a while after its deletion. */
export const managedEnvironmentAnswer = answerShape('ManagedEnvironment', {
  ...fields(),
  deletedAt: instant()
    .nullable()
    .meta({ description: 'It can be restored for 15 minutes from then on.' }),
})
