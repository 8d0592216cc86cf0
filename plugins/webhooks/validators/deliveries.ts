import { answerShape, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { deliveryStatuses } from '../contracts/names.js'

const flag = () => vine.boolean({ strict: true })
const count = () => vine.number().withoutDecimals()

const shape = () => ({
  id: vine.string(),
  messageId: vine.string().meta({ description: 'The header `webhook-id` of each attempt.' }),
  eventId: vine.string().nullable().meta({ description: 'The event. null if this is an example.' }),
  eventType: vine.string(),
  status: vine.string().meta({
    examples: [...deliveryStatuses],
    description: '`skipped` means that the message is too large to be sent.',
  }),
  attempts: count(),
  maxAttempts: count(),
  statusCode: count().nullable(),
  error: vine.string().nullable(),
  nextAttemptAt: instant().nullable(),
  durationMs: count().nullable(),
  isExample: flag(),
  createdAt: instant(),
  endedAt: instant().nullable(),
})

export const deliveryAnswer = answerShape('WebhookDelivery', shape())

const header = namedShape('WebhookSentHeader', { name: vine.string(), value: vine.string() })

export const deliveryDetailsAnswer = answerShape('WebhookDeliveryDetails', {
  ...shape(),
  body: vine.string().nullable().meta({
    description: 'The sent bytes, as text. null if the caller may not read the event.',
  }),
  headers: vine.array(header).meta({
    description: 'The sent headers, without signatures. The values of custom headers are masked.',
  }),
  tries: vine
    .array(
      namedShape('WebhookAttempt', {
        number: count(),
        at: instant(),
        statusCode: count().nullable(),
        error: vine.string().nullable(),
        durationMs: count(),
        answer: vine.string().nullable().meta({
          description: 'The first 4,096 characters. null if the caller may not read the event.',
        }),
        isManual: flag(),
      })
    )
    .meta({ description: 'The attempts, one entry each.' }),
  secretCreatedAt: instant().nullable().meta({
    description: 'When the secret that signed the last attempt was created.',
  }),
})
