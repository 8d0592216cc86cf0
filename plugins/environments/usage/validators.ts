import { answerShape, instant } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const day = () => vine.string().maxLength(10).optional()

export const usageQuery = vine.create({ since: day(), until: day() })

export const tenantUsageQuery = vine.create({
  environmentId: vine.string().maxLength(36).optional(),
  since: day(),
  until: day(),
})

const meter = () =>
  vine.object({
    name: vine.string(),
    label: vine.string(),
    unit: vine.string(),
    used: vine.number(),
    limit: vine.number(),
    resetsAt: instant().nullable(),
  })

const usageDay = () =>
  vine.object({
    environmentId: vine.string(),
    date: vine.string(),
    apiCalls: vine.number(),
    successfulCalls: vine.number(),
    errorCalls: vine.number(),
    averageResponseTime: vine.number(),
    storageUsed: vine.number(),
    filesUploaded: vine.number(),
    filesDownloaded: vine.number(),
    workflowExecutions: vine.number(),
    webhookTriggers: vine.number(),
    syncOperations: vine.number(),
    meters: vine.record(vine.number()),
  })

/** What was used: of everything that is limited now, and of the days before. */
export const usageAnswer = answerShape('Usage', {
  environments: vine.array(
    vine.object({
      environmentId: vine.string(),
      name: vine.string(),
      displayName: vine.string(),
      meters: vine.array(meter()),
    })
  ),
  days: vine.array(usageDay()),
})
