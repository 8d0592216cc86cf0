import {
  answerShape,
  anything,
  instant,
  namedShape,
  visibleName,
  word,
} from '@crossdock/kernel/http'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { inputTypes } from '../triggers/input_fields.js'
import { inputGiven } from './execution.js'
import { mostSteps, shapeMessages, shownStepShape, stepMessages, stepShape } from './step.js'

const messages = new SimpleMessagesProvider({
  'name.required': 'Give the workflow a name.',
  'name.minLength': 'Give the workflow a name.',
  'name.maxLength': 'A workflow name may have at most {{ max }} characters.',
  'triggerType.required': 'Choose what starts the workflow.',
  'steps.array.maxLength': 'A workflow may have at most {{ max }} steps.',
  ...stepMessages,
  ...shapeMessages,
})

const name = () => vine.string().trim().minLength(1).maxLength(255).use(visibleName(undefined))
const description = () => vine.string().trim().maxLength(5_000).nullable().optional()
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
const triggerConfig = () =>
  vine.record(vine.any().optional()).use(smallEnough(undefined)).optional()

const steps = () => vine.array(stepShape()).maxLength(mostSteps).optional()

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

/** The version that a change was begun on. */
export const baseVersion = () =>
  vine.number({ strict: true }).withoutDecimals().min(1).max(1_000_000_000).nullable().optional()

export const updateWorkflowBody = vine.create({
  name: name().optional(),
  triggerType: vine.string().minLength(1).maxLength(50).optional(),
  ...rest(),
  baseVersion: baseVersion().meta({
    description:
      'The version the change is based on; null: it had none. The change is refused with 409 when another one is present.',
  }),
})
updateWorkflowBody.messagesProvider = messages

/** What a draft says, complete or not. */
export const drafted = () => ({
  name: name(),
  description: description(),
  triggerType: vine.string().minLength(1).maxLength(50),
  triggerConfig: triggerConfig(),
  steps: steps(),
})
export const workflowMessages = messages

export const previewWorkflowBody = vine.create({
  triggerType: vine.string().minLength(1).maxLength(50),
  triggerConfig: triggerConfig(),
  steps: steps(),
})
previewWorkflowBody.messagesProvider = messages

export const executeBody = vine.create({
  assetId: vine.string().maxLength(64).nullable().optional(),
  input: inputGiven(),
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
  steps: vine.array(shownStepShape()),
  isActive: vine.boolean({ strict: true }),
  savedBy: vine.string().nullable().meta({
    description: 'User whose present permissions its runs act with; null: they may do nothing.',
  }),
  savedByName: vine.string().nullable(),
  version: vine.number().withoutDecimals().nullable().meta({
    description: 'Counts from 1; pausing and describing it make no new one.',
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
  fields: vine
    .array(
      namedShape('InputField', {
        name: vine.string(),
        label: vine.string().optional(),
        type: word(inputTypes),
        required: vine.boolean({ strict: true }).optional(),
        default: anything().optional(),
        choices: vine.array(vine.string()).optional(),
      })
    )
    .meta({ description: 'What it asks whoever starts it.' }),
})

export const failingWorkflowsAnswer = vine.create(
  vine.array(
    namedShape('FailingWorkflow', {
      id: vine.string(),
      name: vine.string(),
      runs: vine.number().withoutDecimals().meta({
        description: 'Runs among its last ten that have ended within a day.',
      }),
      failed: vine.number().withoutDecimals().meta({ description: 'How many of these failed.' }),
      runId: vine.string().meta({ description: 'The last one that failed.' }),
      executionId: vine.string(),
      failedAt: instant(),
      errorMessage: vine.string().nullable(),
    })
  )
)

export const versionAnswer = answerShape('WorkflowVersion', {
  id: vine.string(),
  workflowId: vine.string(),
  version: vine.number().withoutDecimals(),
  name: vine.string(),
  triggerType: vine.string(),
  stepCount: vine.number().withoutDecimals(),
  savedBy: vine.string().nullable(),
  savedByName: vine.string().nullable(),
  createdAt: instant(),
})

export const wholeVersionAnswer = answerShape('WholeWorkflowVersion', {
  id: vine.string(),
  workflowId: vine.string(),
  version: vine.number().withoutDecimals(),
  name: vine.string(),
  triggerType: vine.string(),
  triggerConfig: vine.record(anything()),
  steps: vine.array(shownStepShape()),
  savedBy: vine.string().nullable(),
  savedByName: vine.string().nullable(),
  createdAt: instant(),
})

const events = (description: string) => vine.array(vine.string()).meta({ description })

export const previewAnswer = answerShape('WorkflowPreview', {
  isDriven: vine.boolean({ strict: true }).meta({
    description: 'Whether events about files may set it off.',
  }),
  files: vine.array(
    namedShape('PreviewedFile', {
      id: vine.string(),
      name: vine.string(),
      events: events('What happened to it, as far as the log tells.'),
      firedBy: events('Which of these would have set the workflow off.'),
    })
  ),
  warnings: vine.array(
    namedShape('WorkflowWarning', {
      field: vine.string().meta({ description: 'Where in what was sent: `steps.0.config.value`.' }),
      message: vine.string(),
    })
  ),
})
