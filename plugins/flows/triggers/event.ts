import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import type { FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import type { TriggerType } from '../contracts/trigger_type.js'
import {
  checkConditions,
  checkEventTypes,
  conditionShape,
  holdsOf,
} from '../definition/event_conditions.js'
import { triggerFields, words } from '../definition/trigger_fields.js'

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
      'Conditions on the content of the event, which must all be met: a list of {"value", "operator", "other"}.',
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

/** Starts on any event of the log whose content meets the conditions. Steps read the event as `event.*`. */
export const event: TriggerType<Config> = {
  label: 'Event',
  description: 'An event of the event log starts it',
  icon: 'zap',
  config,
  check,
  hears: ({ eventTypes }) => eventTypes,
  matches: ({ eventTypes, conditions = [] }, event) =>
    eventTypes.includes(event.eventType) &&
    conditions.every((condition) => holdsOf(event, condition)),
}

function check({ eventTypes, conditions = [] }: Config): FieldError[] {
  return [...checkEventTypes(eventTypes), ...checkConditions(conditions)]
}
