import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { text, type FieldError, type Output } from '@crossdock/kernel/http'
import { part } from '@crossdock/kernel/kinds'
import type { TriggerType } from '../contracts/index.js'
import { valuePath } from '../definition/value_path.js'
import { mayHear, waitableEvents } from '../queries/waitable_events.js'
import { compare, needsOther, operators } from '../steps/compare.js'
import { valueIn, valuePathShape } from '../steps/read_value.js'
import { triggerFields, words } from './trigger_fields.js'

const conditionShape = () =>
  vine.object({
    value: valuePathShape(),
    operator: vine.enum(operators),
    other: vine.string().maxLength(1_000).optional(),
  })

const config = vine.create({
  eventTypes: part(
    vine.array(vine.string().trim().minLength(1).maxLength(100)).minLength(1).maxLength(20),
    {
      title: 'Events',
      description: 'Each of them starts the workflow.',
      examples: ['flow_failed'],
    }
  ),
  conditions: part(vine.array(conditionShape()).maxLength(5).optional(), {
    title: 'Only when',
    description:
      'What must hold of the content of the event, all of it: a list of {"value", "operator", "other"}.',
    examples: ['[{"value": "event.payload.name", "operator": "contains", "other": "invoice"}]'],
  }),
  fileTypes: words(triggerFields.fileType()).optional(),
  folderPaths: words(triggerFields.folderPath()).optional(),
  schedule: triggerFields.schedule(),
  webhookUrl: triggerFields.webhookUrl(),
})

config.messagesProvider = new SimpleMessagesProvider({
  'eventTypes.required': 'Choose at least one event that starts the workflow.',
  'eventTypes.array.minLength': 'Choose at least one event that starts the workflow.',
  'eventTypes.array.maxLength': 'Choose at most {{ max }} events.',
  'conditions.array.maxLength': 'An event may have at most {{ max }} conditions.',
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Config = Output<typeof config>

/** Anything the log tells, where its content is as wanted. Steps read it as `event.*`. */
export const event: TriggerType<Config> = {
  label: 'Event',
  description: 'Something happens that the event log tells of',
  icon: 'zap',
  config,
  check,
  hears: ({ eventTypes }) => eventTypes,
  matches: ({ eventTypes, conditions = [] }, event) =>
    eventTypes.includes(event.eventType) &&
    conditions.every((condition) => holdsOf(event, condition)),
}

type Condition = NonNullable<Config['conditions']>[number]

/** Of nothing that is not there anything but `not_exists` and `not_equals` holds. */
function holdsOf({ payload }: LoggedEvent, { value, operator, other }: Condition): boolean {
  const names = valuePath(value)?.slice(2) ?? []
  return compare(valueIn(payload, names), operator, other)
}

function check({ eventTypes, conditions = [] }: Config): FieldError[] {
  const names = new Set(waitableEvents().map(({ name }) => name))
  const errors: FieldError[] = []
  const refuse = (field: string, rule: string, sentence: FieldError['text']) =>
    errors.push({ field, rule, text: sentence })
  for (const [at, name] of eventTypes.entries()) {
    const field = `eventTypes.${at}`
    if (!names.has(name)) {
      refuse(field, 'exists', text('There are no events of the type "{name}".', { name }))
    } else if (!mayHear(name)) {
      refuse(field, 'permission', text('You may not read events of the type "{name}".', { name }))
    }
  }
  for (const [at, { value, operator, other }] of conditions.entries()) {
    const [source, content, ...rest] = valuePath(value) ?? []
    if (source !== 'event' || content !== 'payload' || rest.length === 0) {
      const sentence = text(
        'The value is read in the content of the event: write it like event.payload.name.'
      )
      refuse(`conditions.${at}.value`, 'path', sentence)
    }
    if (needsOther(operator) && !other) {
      const sentence = text('Say what the value is compared with.')
      refuse(`conditions.${at}.other`, 'required', sentence)
    }
  }
  return errors
}
