import { answerShape, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const count = () => vine.number().withoutDecimals()

export const jobResponse = answerShape('FailedJob', {
  id: vine.string(),
  name: vine.string(),
  status: vine.enum(['failed', 'unknown']),
  tenantId: vine.string().nullable(),
  tries: count(),
  lastError: vine.string().nullable(),
  createdAt: instant(),
  failedAt: instant(),
  retryable: vine.boolean({ strict: true }),
})

export const schedulesResponse = vine.create(
  vine.array(
    namedShape('JobSchedule', {
      name: vine.string(),
      cron: vine.string(),
      timeZone: vine.string(),
      job: vine.string(),
      nextAt: instant(),
      lastAt: instant().nullable(),
      skipped: count(),
    })
  )
)
