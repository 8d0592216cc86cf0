import { answerShape, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { deliveryStatuses } from '../contracts/names.js'

const flag = () => vine.boolean({ strict: true })
const count = () => vine.number().withoutDecimals()

const shape = () => ({
  id: vine.string(),
  messageId: vine.string().meta({ description: 'The header `webhook-id` of each attempt.' }),
  eventId: vine.string().nullable().meta({ description: 'null for an example.' }),
  eventType: vine.string(),
  status: vine.string().meta({
    examples: [...deliveryStatuses],
    description: 'skipped: the message is too large to be sent.',
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
    description: 'The bytes that are sent, as text. null where the event is closed to the caller.',
  }),
  headers: vine.array(header).meta({ description: 'Without signatures; own values are masked.' }),
  tries: vine.array(
    namedShape('WebhookAttempt', {
      number: count(),
      at: instant(),
      statusCode: count().nullable(),
      error: vine.string().nullable(),
      durationMs: count(),
      answer: vine.string().nullable().meta({
        description: 'The first 4,096 characters. null where the event is closed to the caller.',
      }),
      isManual: flag(),
    })
  ),
  secretCreatedAt: instant().nullable().meta({
    description: 'When the secret was made that signed the last attempt.',
  }),
})
