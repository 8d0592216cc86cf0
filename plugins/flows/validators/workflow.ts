import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/http'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

const messages = new SimpleMessagesProvider({
  'name.required': 'Give the workflow a name.',
  'name.minLength': 'Give the workflow a name.',
  'name.maxLength': 'A workflow name may have at most {{ max }} characters.',
  'triggerType.required': 'Choose what starts the workflow.',
  'steps.array.maxLength': 'A workflow may have at most {{ max }} steps.',
  'steps.*.id.regex':
    'A step id may hold letters, digits, dots, dashes and underscores, at most 64.',
  'steps.*.order.min': 'The order of steps counts from 1.',
  required: 'The {{ field }} field is required.',
  boolean: 'The {{ field }} field must be true or false.',
  array: 'The {{ field }} field must be a list.',
  object: 'The {{ field }} field must be a JSON object.',
  record: 'The {{ field }} field must be a JSON object.',
  string: 'The {{ field }} field must be a text.',
  number: 'The {{ field }} field must be a number.',
})

const name = () => vine.string().trim().minLength(1).maxLength(255)
const description = () => vine.string().trim().maxLength(5_000).nullable().optional()
const reference = () => vine.string().maxLength(64).nullable().optional()

/** Events are compared with every workflow they may set off. */
const maxTriggerBytes = 16 * 1024

const smallEnough = vine.createRule((value, _options: undefined, field) => {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes <= maxTriggerBytes) return
  field.report(
    'What starts a workflow may have at most {{ most }} bytes; this has {{ bytes }}. Name fewer file types or folders.',
    'smallEnough',
    field,
    { most: maxTriggerBytes, bytes }
  )
})

/** What is in it is for the schema of its type to say. */
const config = () => vine.record(vine.any().optional())

const triggerConfig = () => config().use(smallEnough(undefined)).optional()

const steps = () =>
  vine
    .array(
      vine.object({
        id: vine
          .string()
          .regex(/^[\w.-]{1,64}$/)
          .nullable()
          .optional(),
        type: vine.string().minLength(1).maxLength(50).optional(),
        systemId: reference(),
        endpointId: reference(),
        config: config().nullable().optional(),
        order: vine.number({ strict: true }).withoutDecimals().min(1).max(10_000).optional(),
      })
    )
    .maxLength(100)
    .optional()

const rest = () => ({
  description: description(),
  triggerConfig: triggerConfig(),
  steps: steps(),
  isActive: vine.boolean({ strict: true }).optional(),
})

export const createWorkflowBody = vine.create({
  name: name(),
  triggerType: vine.string().minLength(1).maxLength(50),
  ...rest(),
})
createWorkflowBody.messagesProvider = messages

export const updateWorkflowBody = vine.create({
  name: name().optional(),
  triggerType: vine.string().minLength(1).maxLength(50).optional(),
  ...rest(),
})
updateWorkflowBody.messagesProvider = messages

export const executeBody = vine.create({
  assetId: vine.string().maxLength(64).nullable().optional(),
})

const step = namedShape('WorkflowStep', {
  id: vine.string(),
  type: vine.string(),
  systemId: vine.string().nullable(),
  endpointId: vine.string().nullable(),
  config: vine.record(anything()).meta({
    description: 'By the schema of its type: `GET /api/flows/step-types`.',
  }),
  configHidden: vine.boolean({ strict: true }),
  order: vine.number().withoutDecimals(),
})

export const workflowAnswer = answerShape('Workflow', {
  id: vine.string(),
  tenantId: vine.string(),
  name: vine.string(),
  description: vine.string().nullable(),
  triggerType: vine.string(),
  triggerConfig: vine.record(anything()).meta({
    title: 'TriggerConfig',
    description: 'By the schema of its type: `GET /api/flows/triggers`.',
  }),
  steps: vine.array(step),
  isActive: vine.boolean({ strict: true }),
  savedBy: vine.string().nullable().meta({
    description: 'User whose present permissions its runs act with; null: they may do nothing.',
  }),
  createdAt: instant(),
  updatedAt: instant(),
})

export const startableAnswer = answerShape('StartableWorkflow', {
  id: vine.string(),
  name: vine.string(),
  triggerType: vine.string(),
  description: vine.string().nullable(),
  isActive: vine.boolean({ strict: true }),
})
