import { answerShape, instant, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

export const parkedEventResponse = answerShape('ParkedEvent', {
  id: vine.string(),
  tenantId: vine.string().nullable(),
  consumer: vine.string(),
  eventId: vine.string(),
  eventType: vine.string(),
  state: word(['waiting', 'failed']),
  tries: vine.number().withoutDecimals(),
  lastError: vine.string().nullable(),
  triedAt: instant().nullable(),
  retryAt: instant().nullable(),
  createdAt: instant(),
})
