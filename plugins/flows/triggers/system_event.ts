import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part, reference } from '@crossdock/kernel/kinds'
import { holds } from '@crossdock/kernel/tenancy'
import { keepSystemFlow, leaveSystemFlow } from '../actions/keep_system_flow.js'
import { connectedSystems, systemEvents, type TriggerType } from '../contracts/index.js'
import { ruleShape } from '../definition/event_conditions.js'
import { valuePath } from '../expressions/value_path.js'
import { compare, needsOther } from '../expressions/compare.js'
import { readValue } from '../expressions/read_value.js'
import { triggerFields, words } from '../definition/trigger_fields.js'

const eventRule = vine.createRule(
  (value, _options: undefined, field) => {
    if (systemEvents.get(String(value))) return
    const choices = names()
    const sentence = 'Systems have no event "{{ word }}". Use one of: {{ choices }}.'
    field.report(sentence, 'invalid', field, { word: value, choices })
  },
  { toJSONSchema: (schema) => void (schema.enum = names()) }
)
const names = () => systemEvents.entries().map(([name]) => name)

const mostRules = 20

const config = vine.create({
  systemId: reference('systems', {
    title: 'System',
    description: 'The connected system whose events start the flow.',
  }),
  eventType: part(vine.string().maxLength(100).use(eventRule(undefined)), {
    title: 'Event',
    default: 'webhook_received',
  }),
  validationRules: part(vine.array(ruleShape()).maxLength(mostRules).optional(), {
    title: 'Validation rules',
    description:
      'Rules that an event must fulfill to start a run: a list of {"value", "operator", "other"}, read in "event" and "trigger".',
    examples: ['[{"value": "trigger.body.total", "operator": "greater", "other": "100"}]'],
  }),
  // The trigger fields of the specification, which every trigger type keeps.
  eventTypes: words(triggerFields.eventType()).optional(),
  fileTypes: words(triggerFields.fileType()).optional(),
  folderPaths: words(triggerFields.folderPath()).optional(),
  schedule: triggerFields.schedule(),
  webhookUrl: triggerFields.webhookUrl(),
})

config.messagesProvider = new SimpleMessagesProvider({
  'systemId.required': 'Choose the system whose events start the flow.',
  'eventType.required': 'Choose the event that starts the flow.',
  'validationRules.array.maxLength': 'A flow may have at most {{ max }} validation rules.',
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

type Config = Output<typeof config>

/** Starts on an event of a connected system that fulfills the rules. */
export const systemEvent: TriggerType<Config> = {
  label: 'System event',
  description: 'Something happens at a connected system',
  icon: 'plug',
  config,
  check,
  get on() {
    return systemEvents.entries().map(([, { type }]) => type)
  },
  matches: ({ systemId, eventType }, event) =>
    event.eventType === eventType &&
    Boolean(systemId) &&
    systemEvents.get(eventType)?.systemOf(event) === systemId,
  async refuses({ validationRules = [] }, event) {
    const source = systemEvents.get(event.eventType)
    const permission = source?.type.permission
    // This runs with the permissions of the person who saved the flow. They may have lost this permission since.
    if (permission && !holds(permission)) {
      return { rule: 0, value: 'event', operator: 'permission', other: permission.name }
    }
    if (validationRules.length === 0) return undefined
    const data = await source?.data?.(event)
    const input = { assetId: null, userId: null, event, data, steps: {} }
    for (const [at, { value, operator, other }] of validationRules.entries()) {
      const found = await readValue(valuePath(value) ?? [], input)
      if (compare(found, operator, other ?? '')) continue
      return { rule: at + 1, value, operator, other: other ?? null }
    }
    return undefined
  },
  open: async (data, event) =>
    event ? await systemEvents.get(event.eventType)?.data?.(event) : data,
  saved: keepSystemFlow,
  left: leaveSystemFlow,
}

/** The sources that rules can read. The person who saved the flow may see all of their data. */
const readable = ['event', 'data', 'trigger']

async function check({ systemId, eventType, validationRules = [] }: Config): Promise<FieldError[]> {
  const errors: FieldError[] = []
  if (!systemId) {
    const sentence = text('Choose the system whose events start the flow.')
    errors.push({ field: 'systemId', rule: 'required', text: sentence })
  } else if (!(await connectedSystems.use().has(systemId))) {
    const sentence = text('There is no external system with the id "{id}".', { id: systemId })
    errors.push({ field: 'systemId', rule: 'reference', text: sentence })
  }
  const { permission } = systemEvents.get(eventType)?.type ?? {}
  if (permission && !holds(permission)) {
    const sentence = text('You may not read events of the type "{name}".', { name: eventType })
    errors.push({ field: 'eventType', rule: 'exists', text: sentence })
  }
  for (const [at, { value, operator, other }] of validationRules.entries()) {
    const field = `validationRules.${at}`
    if (!readable.includes(valuePath(value)?.[0] ?? '')) {
      const sentence = text('A rule reads the event: start its value with "event" or "trigger".')
      errors.push({ field: `${field}.value`, rule: 'path', text: sentence })
    }
    if (needsOther(operator) && !other) {
      const sentence = text('Enter the value to compare with.')
      errors.push({ field: `${field}.other`, rule: 'required', text: sentence })
    }
  }
  return errors
}
