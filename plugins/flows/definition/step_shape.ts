import { anything, namedShape } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

/** Maximum number of steps of a workflow, including steps in branches. */
export const mostSteps = 1_000

const reference = () => vine.string().maxLength(64).nullable().optional()

const ofBranches = 'Steps by the name of their branch, each as the steps of the workflow.'

/** Lists of steps by branch name. Each is checked like the top-level steps. */
const branches = () =>
  vine.record(vine.array(vine.any()).maxLength(mostSteps)).validateKeys((names, field) => {
    if (names.every((name) => /^[\w-]{1,64}$/.test(name))) return
    const sentence = 'The name of a branch may hold letters, digits, dashes and underscores.'
    field.report(sentence, 'branchName', field)
  })

export const stepShape = () =>
  vine.object({
    id: vine
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .nullable()
      .optional(),
    name: vine.string().trim().maxLength(100).nullable().optional(),
    type: vine.string().minLength(1).maxLength(50).optional(),
    systemId: reference(),
    endpointId: reference(),
    config: vine.record(vine.any().optional()).nullable().optional(),
    order: vine.number({ strict: true }).withoutDecimals().min(1).max(10_000).optional(),
    branches: branches().nullable().optional().meta({ description: ofBranches }),
  })

export const shownStepShape = () =>
  namedShape('WorkflowStep', {
    id: vine.string(),
    name: vine
      .string()
      .nullable()
      .meta({ description: 'The name for people. If it is null, use the label of its type.' }),
    type: vine.string(),
    systemId: vine.string().nullable(),
    endpointId: vine.string().nullable(),
    config: vine.record(anything()).meta({
      description: 'Defined by the schema of its type: `GET /api/flows/step-types`.',
    }),
    configHidden: vine.boolean({ strict: true }),
    order: vine.number().withoutDecimals(),
    branches: vine.record(vine.array(anything())).optional().meta({ description: ofBranches }),
  })

/** A step in a branch. */
export const stepBody = vine.create(stepShape())
export const shownStep = vine.create(shownStepShape())

const words = {
  'id.regex': 'A step id may hold letters, digits, dots, dashes and underscores, at most 64.',
  'name.maxLength': 'The name of a step may have at most {{ max }} characters.',
  'order.min': 'The order of steps counts from 1.',
}
/** The error messages for a step in the body of a workflow. */
export const stepMessages = Object.fromEntries(
  Object.entries(words).map(([name, sentence]) => [`steps.*.${name}`, sentence])
)
export const shapeMessages = {
  required: 'The {{ field }} field is required.',
  boolean: 'The {{ field }} field must be true or false.',
  array: 'The {{ field }} field must be a list.',
  object: 'The {{ field }} field must be a JSON object.',
  record: 'The {{ field }} field must be a JSON object.',
  string: 'The {{ field }} field must be a text.',
  number: 'The {{ field }} field must be a number.',
}
stepBody.messagesProvider = new SimpleMessagesProvider({ ...words, ...shapeMessages })
