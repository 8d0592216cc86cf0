import { answerShape, instant } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { environmentNames } from '../contracts/index.js'

export const environmentAnswer = answerShape('Environment', {
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
  maxFileSize: vine.number(),
  maxExternalSystems: vine.number(),
  maxWorkflows: vine.number(),
  maxApiEndpoints: vine.number(),
  maxWebhooks: vine.number(),
  baseUrl: vine.string().nullable(),
  customDomain: vine.string().nullable(),
  sslEnabled: vine.boolean({ strict: true }),
  logsRetentionDays: vine.number(),
  metricsEnabled: vine.boolean({ strict: true }),
  alertsEnabled: vine.boolean({ strict: true }),
  createdAt: instant(),
  updatedAt: instant(),
})
