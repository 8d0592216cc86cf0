import { answerShape, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const parkedEventResponse = answerShape('ParkedEvent', {
  id: vine.string(),
  tenantId: vine.string().nullable(),
  consumer: vine.string(),
  eventId: vine.string(),
  eventType: vine.string(),
  state: openEnum(['waiting', 'failed']),
  tries: vine.number().withoutDecimals(),
  lastError: vine.string().nullable(),
  triedAt: instant().nullable(),
  retryAt: instant().nullable(),
  createdAt: instant(),
})

/** The reason for dropping a parked event. */
export const dropQuery = vine.create({
  reason: vine.string().trim().minLength(1).maxLength(500).optional(),
})

export const retrySeveralBody = vine.create({
  consumer: vine.string().trim().minLength(1).maxLength(100).nullable().optional(),
  state: vine.enum(['waiting', 'failed']).nullable().optional(),
})

export const retriedAnswer = answerShape('RetriedEvents', {
  retried: vine.number().withoutDecimals(),
  left: vine.boolean({ strict: true }).meta({ description: 'Whether there are more than 1,000.' }),
})
