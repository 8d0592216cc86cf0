import { answerShape, anything, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const text = () => vine.string().nullable()
const count = () => vine.number().withoutDecimals()

const event = {
  id: vine.string(),
  tenantId: text(),
  tenantName: text().meta({
    description: 'For a super administrator outside of any tenant; else null.',
  }),
  environmentId: text(),
  eventType: vine.string(),
  group: text().meta({ description: 'The area of its type, a value of the filter `group`.' }),
  actorType: vine.string(),
  actorId: text(),
  userId: text(),
  userName: text().meta({
    description: 'The name of the actor. Callers without users.read see no email address.',
  }),
  sourceType: text(),
  sourceId: text(),
  targetType: text(),
  targetId: text(),
  targetName: text().meta({ description: 'The name of the target in the payload.' }),
  action: text().meta({ description: 'The sentence of the activity feed.' }),
  payload: vine.record(anything()),
  status: vine.enum(['pending', 'processed', 'parked', 'failed']).meta({
    description:
      'processed: each consumer of its type has handled it. pending: a consumer has not reached it. parked: a consumer will retry it. failed: a consumer has given up.',
  }),
  processedAt: vine.string().nullable().meta({
    format: 'date-time',
    description: 'Always null: consumers record their position, not the time.',
  }),
  retryCount: count().meta({
    description: 'The failed attempts of the consumer with the most attempts.',
  }),
  causeId: text(),
  rootId: vine.string(),
  createdAt: instant(),
}

export const eventAnswer = answerShape('MiddlewareEvent', {
  ...event,
  caused: vine.object({
    count: count().meta({
      description: 'Events about other things that it caused directly, counted up to 100.',
    }),
    first: vine
      .object({ eventType: vine.string(), targetName: text() })
      .nullable()
      .meta({ description: 'The first of these events.' }),
  }),
})

const effect = namedShape('EventEffect', {
  id: vine.string(),
  name: text(),
  status: text(),
  createdAt: instant(),
})

export const eventDetailsAnswer = answerShape('MiddlewareEventDetails', {
  ...event,
  parked: vine.array(
    namedShape('EventParking', {
      id: vine.string().meta({ description: 'The id in GET /events/parked.' }),
      consumer: vine.string(),
      state: openEnum(['waiting', 'failed']),
      tries: count(),
      lastError: text(),
      retryAt: instant().nullable(),
    })
  ),
  caused: vine.array(
    namedShape('EventEffects', {
      kind: vine.string().meta({ description: '`events`, `runs`, `calls`, and what plugins add.' }),
      entityType: vine.string(),
      total: count().meta({ description: 'Counted up to 1,000.' }),
      items: vine.array(effect).meta({ description: 'The first 50.' }),
    })
  ),
})
