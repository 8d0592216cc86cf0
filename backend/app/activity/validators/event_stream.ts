import vine from '@vinejs/vine'
import { answerShape, instant } from '@crossdock/kernel/shapes'

/** One event type or several: the parameter may be repeated. */
const names = vine
  .array(vine.string().maxLength(100))
  .maxLength(100)
  .parse((value) => (typeof value === 'string' ? [value] : value))

export const eventStreamQuery = vine.create({
  types: names.clone().optional(),
  targetType: vine.string().maxLength(50).optional(),
  targetId: vine.string().maxLength(64).optional(),
  lastEventId: vine.string().maxLength(64).optional(),
})

/** An event without its payload. Readers request its target for details. */
export const liveEvent = answerShape('LiveEvent', {
  id: vine.string(),
  type: vine.string(),
  tenantId: vine.string().nullable(),
  target: vine.object({ type: vine.string(), id: vine.string() }).nullable(),
  actor: vine.object({ type: vine.string(), id: vine.string().nullable() }),
  createdAt: instant(),
})

export const liveReset = answerShape('LiveReset', { reason: vine.string() })

export const liveEnd = answerShape('LiveEnd', { code: vine.string(), message: vine.string() })
