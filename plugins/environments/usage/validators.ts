import { answerShape, instant } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const day = () => vine.string().maxLength(10).optional()

export const usageQuery = vine.create({ since: day(), until: day() })

export const tenantUsageQuery = vine.create({
  environmentId: vine.string().maxLength(36).optional(),
  since: day(),
  until: day(),
})

export const moreBody = vine.create({
  environmentId: vine.string().maxLength(36),
  meter: vine.string().maxLength(100).meta({ description: 'The name of the limit in the usage.' }),
  message: vine.string().trim().maxLength(1_000).nullable().optional(),
})

export const peopleAnswer = answerShape('UsageOfPeople', {
  people: vine.array(
    vine.object({
      userId: vine.string(),
      name: vine.string().nullable().meta({ description: 'null: the caller may not see people.' }),
      files: vine.number().withoutDecimals(),
      bytes: vine.number().withoutDecimals(),
    })
  ),
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

/** Current usage of every limit, and the usage of past days. */
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
