import { conditionShape } from '@crossdock/flows/contracts'
import {
  answerShape,
  anything,
  instant,
  namedShape,
  plainName,
  openEnum,
} from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { disabledReasons, webhookStatuses, deliveryStatuses } from '../contracts/names.js'
import { headersShape } from './headers.js'

export const messages = new SimpleMessagesProvider({
  'name.required': 'Give the webhook a name.',
  'name.minLength': 'Give the webhook a name.',
  'url.required': 'Enter the address that events are sent to.',
  'url.minLength': 'Enter the address that events are sent to.',
  'eventTypes.required': 'Choose at least one event.',
  'eventTypes.array.minLength': 'Choose at least one event.',
  'eventTypes.array.maxLength': 'Choose at most {{ max }} events, or all of them with "*".',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  minLength: 'The {{ field }} is required.',
  range: 'The {{ field }} must be between {{ min }} and {{ max }}.',
  'array.maxLength': 'The {{ field }} may have at most {{ max }} entries.',
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
  withoutDecimals: 'The {{ field }} must be a whole number.',
  boolean: 'The {{ field }} must be true or false.',
  array: 'The {{ field }} must be a list.',
  object: 'The {{ field }} must be an object.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

const flag = () => vine.boolean({ strict: true })
const whole = (least: number, most: number) =>
  vine.number({ strict: true }).withoutDecimals().range([least, most])
const count = () => vine.number().withoutDecimals()

const nameShape = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true }))
const urlShape = () => vine.string().trim().minLength(1).maxLength(2_000)
const eventTypesShape = () =>
  vine.array(vine.string().trim().minLength(1).maxLength(100)).minLength(1).maxLength(50)

const optionalFields = () => ({
  description: vine.string().trim().maxLength(2_000).nullable().optional(),
  conditions: vine.array(conditionShape()).maxLength(5).optional(),
  headers: headersShape().optional(),
  ratePerSecond: whole(1, 100).nullable().optional(),
  isActive: flag().optional(),
})

export const createSubscriptionBody = vine.create({
  name: nameShape(),
  url: urlShape(),
  eventTypes: eventTypesShape(),
  ...optionalFields(),
})
createSubscriptionBody.messagesProvider = messages

export const updateSubscriptionBody = vine.create({
  name: nameShape().optional(),
  url: urlShape().optional(),
  eventTypes: eventTypesShape().optional(),
  ...optionalFields(),
})
updateSubscriptionBody.messagesProvider = messages

export const rotateBody = vine.create({ keepHours: whole(0, 168).optional() })
rotateBody.messagesProvider = messages

export const exampleBody = vine.create({
  eventType: vine.string().trim().minLength(1).maxLength(100),
})
exampleBody.messagesProvider = messages

export const recoverBody = vine.create({ since: vine.string().maxLength(40) })
recoverBody.messagesProvider = messages

export const receiverPageBody = vine.create({ days: whole(1, 365).optional() })
receiverPageBody.messagesProvider = messages

const shape = () => ({
  id: vine.string(),
  name: vine.string(),
  description: vine.string().nullable(),
  url: vine.string(),
  eventTypes: vine
    .array(vine.string())
    .meta({ description: 'Names of event types, or "*" alone.' }),
  conditions: vine.array(
    namedShape('WebhookCondition', {
      value: vine.string(),
      operator: vine.string(),
      other: vine.string().optional(),
    })
  ),
  headers: vine.array(
    namedShape('WebhookHeader', {
      name: vine.string(),
      value: vine.string().meta({ description: 'Always masked. Send the mask to keep the value.' }),
    })
  ),
  ratePerSecond: count().nullable(),
  isActive: flag(),
  status: vine.string().meta({
    examples: [...webhookStatuses],
    description:
      'failing: active, and the last attempt failed. disabled: Crossdock stopped it; resume it once the receiver works.',
  }),
  disabledReason: vine.string().nullable().meta({ description: 'As a sentence.' }),
  disabledCode: openEnum(disabledReasons).nullable(),
  failures: count().meta({ description: 'Deliveries in a row that were given up.' }),
  failingSince: instant().nullable(),
  secretCreatedAt: instant(),
  previousSecretUntil: instant().nullable().meta({
    description: 'Until then messages carry a second signature by the previous secret.',
  }),
  receiverPage: vine
    .object({ createdAt: instant(), expiresAt: instant() })
    .nullable()
    .meta({ title: 'WebhookReceiverPage' }),
  createdAt: instant(),
  updatedAt: instant(),
  createdBy: vine
    .object({ id: vine.string(), name: vine.string().nullable() })
    .nullable()
    .meta({ title: 'WebhookCreator' }),
  lastDelivery: vine
    .object({ at: instant(), status: openEnum(deliveryStatuses), statusCode: count().nullable() })
    .nullable()
    .meta({ title: 'WebhookLastDelivery' }),
})

export const subscriptionAnswer = answerShape('WebhookSubscription', shape())

const secretShape = () =>
  vine.string().meta({ description: 'The signing secret (`whsec_…`). Shown only once.' })

export const createdAnswer = answerShape('CreatedWebhookSubscription', {
  ...shape(),
  secret: secretShape(),
})

export const rotatedSecretAnswer = answerShape('RotatedWebhookSecret', {
  secret: secretShape(),
  secretCreatedAt: instant(),
  previousSecretUntil: instant().nullable(),
})

const eventType = namedShape('WebhookEventType', {
  name: vine.string(),
  group: vine.string().nullable(),
  description: vine.string(),
  example: namedShape('WebhookMessage', {
    type: vine.string(),
    timestamp: instant(),
    id: vine.string().meta({ description: 'Of the event.' }),
    target: vine
      .object({ type: vine.string(), id: vine.string() })
      .nullable()
      .meta({ title: 'WebhookMessageTarget' }),
    tenantId: vine.string(),
    environmentId: vine.string().nullable(),
    data: vine.record(anything()).meta({ description: 'The payload of the event.' }),
  }),
})

export const eventTypesAnswer = vine.create(vine.array(eventType))

export const receiverPageAnswer = answerShape('WebhookReceiverPageAddress', {
  url: vine.string().meta({ description: 'The address of the page. Shown only once.' }),
  expiresAt: instant(),
})

export const recoverAnswer = answerShape('WebhookRecovery', {
  queued: count().meta({ description: 'Deliveries that were created or are tried again.' }),
  scanned: count().meta({ description: 'Events of the log that were looked at.' }),
  more: flag().meta({
    description: 'Whether there is more. If so, call the operation again with `next`.',
  }),
  next: instant().nullable().meta({ description: 'The time to recover from next.' }),
})

export const statsAnswer = answerShape('WebhookStats', {
  today: count().meta({ description: 'Deliveries that were created since midnight UTC.' }),
  delivered: count().meta({ description: 'Delivered since midnight UTC.' }),
  retrying: count().meta({ description: 'Deliveries that have not ended.' }),
  failed: count().meta({ description: 'Given up since midnight UTC.' }),
  p95Ms: count().nullable().meta({
    description: '95th percentile of the response time of the newest 1,000 deliveries.',
  }),
  hours: vine
    .array(namedShape('WebhookHour', { hour: instant(), delivered: count(), failed: count() }))
    .meta({ description: 'The last 24 hours, the oldest first.' }),
})
