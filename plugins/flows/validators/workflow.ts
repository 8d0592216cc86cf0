import {
  answerShape,
  anything,
  instant,
  namedShape,
  visibleName,
  openEnum,
} from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { inputTypes } from '../definition/input_fields.js'
import { inputGiven } from './execution.js'
import {
  mostSteps,
  shapeMessages,
  shownStepShape,
  stepMessages,
  stepShape,
} from '../definition/step_shape.js'

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
/** Limited, because each event is compared with the trigger of every workflow that it may start. */
const maxTriggerBytes = 16 * 1024

const smallEnough = vine.createRule((value, _options: undefined, field) => {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes <= maxTriggerBytes) return
  field.report(
    'The trigger of a workflow may have at most {{ most }} bytes; this one has {{ bytes }}. Use fewer file types or folders.',
    'smallEnough',
    field,
    { most: maxTriggerBytes, bytes }
  )
})

/** Any object; the schema of the trigger type checks its content. */
const triggerConfig = () =>
  vine.record(vine.any().optional()).use(smallEnough(undefined)).optional()

const steps = () => vine.array(stepShape()).maxLength(mostSteps).optional()

const optionalFields = () => ({
  description: description(),
  triggerConfig: triggerConfig(),
  steps: steps(),
  isActive: vine.boolean({ strict: true }).optional(),
})

export const createWorkflowBody = vine.create({
  name: name(),
  triggerType: vine.string().minLength(1).maxLength(50),
  ...optionalFields(),
})
createWorkflowBody.messagesProvider = messages

/** The version that a change is based on. */
export const baseVersion = () =>
  vine.number({ strict: true }).withoutDecimals().min(1).max(1_000_000_000).nullable().optional()

export const updateWorkflowBody = vine.create({
  name: name().optional(),
  triggerType: vine.string().minLength(1).maxLength(50).optional(),
  ...optionalFields(),
  baseVersion: baseVersion().meta({
    description:
      'The version the change is based on; null: the workflow had none. Refused with 409 when the workflow is at another version.',
  }),
})
updateWorkflowBody.messagesProvider = messages

/** The content of a draft, complete or not. */
export const draftFields = () => ({
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
    description: 'Defined by the schema of its type: `GET /api/flows/triggers`.',
  }),
  steps: vine.array(shownStepShape()),
  isActive: vine.boolean({ strict: true }),
  savedBy: vine.string().nullable().meta({
    description: 'The user whose current permissions its runs have; null: they may do nothing.',
  }),
  savedByName: vine.string().nullable(),
  version: vine.number().withoutDecimals().nullable().meta({
    description: 'Counts from 1; pausing it or changing its description creates no new version.',
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
        type: openEnum(inputTypes),
        required: vine.boolean({ strict: true }).optional(),
        default: anything().optional(),
        choices: vine.array(vine.string()).optional(),
      })
    )
    .meta({ description: 'The inputs it asks for when it is started.' }),
})

export const failingWorkflowsAnswer = vine.create(
  vine.array(
    namedShape('FailingWorkflow', {
      id: vine.string(),
      name: vine.string(),
      runs: vine.number().withoutDecimals().meta({
        description: 'The last ten runs, except those that ended more than a day ago.',
      }),
      failed: vine.number().withoutDecimals().meta({ description: 'How many of these failed.' }),
      runId: vine.string().meta({ description: 'The last failed run.' }),
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
    description: 'Whether events about files can start it.',
  }),
  files: vine.array(
    namedShape('PreviewedFile', {
      id: vine.string(),
      name: vine.string(),
      events: events('The events about it in the log.'),
      firedBy: events('Those of the events that would have started the workflow.'),
    })
  ),
  warnings: vine.array(
    namedShape('WorkflowWarning', {
      field: vine.string().meta({ description: 'Path in the request: `steps.0.config.value`.' }),
      message: vine.string(),
    })
  ),
})
