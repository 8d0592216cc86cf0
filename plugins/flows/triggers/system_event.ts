import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { text, type FieldError, type Output } from '@crossdock/kernel/http'
import { part, reference } from '@crossdock/kernel/kinds'
import { holds } from '@crossdock/kernel/tenancy'
import { keepSystemFlow, leaveSystemFlow } from '../actions/keep_system_flow.js'
import { connectedSystems, systemEvents, type TriggerType } from '../contracts/index.js'
import { valuePath } from '../definition/value_path.js'
import { compare, needsOther, operators } from '../steps/compare.js'
import { readValue, valuePathShape } from '../steps/read_value.js'
import { triggerFields, words } from './trigger_fields.js'

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

/** What an event must fulfil: the condition of a step of the type `condition`, read in the event. */
export const ruleShape = () =>
  vine.object({
    value: valuePathShape(),
    operator: vine.enum(operators),
    other: vine.string().maxLength(1_000).nullable().optional(),
  })

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
      'What an event must fulfil, or no run begins: a list of {"value", "operator", "other"}, read in "event" and "trigger".',
    examples: ['[{"value": "trigger.body.total", "operator": "greater", "other": "100"}]'],
  }),
  // The specification's fields of a trigger, which each of its types keeps.
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

/** An event of a connected system starts the flow, if it fulfils the rules. */
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
    const told = systemEvents.get(event.eventType)
    const permission = told?.type.permission
    // Asked as whoever saved the flow: they may have lost it since.
    if (permission && !holds(permission)) {
      return { rule: 0, value: 'event', operator: 'permission', other: permission.name }
    }
    if (validationRules.length === 0) return undefined
    const data = await told?.data?.(event)
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

/** What rules read: nothing that the saver of the flow might not see. */
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
      const sentence = text('A rule reads the event: its value begins with "event" or "trigger".')
      errors.push({ field: `${field}.value`, rule: 'path', text: sentence })
    }
    if (needsOther(operator) && !other) {
      const sentence = text('Say what the value is compared with.')
      errors.push({ field: `${field}.other`, rule: 'required', text: sentence })
    }
  }
  return errors
}
