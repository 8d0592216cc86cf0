import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { shownStepShape } from '../definition/step_shape.js'
import { baseVersion, draftFields, workflowMessages } from './workflow.js'

export const saveDraftBody = vine.create({
  ...draftFields(),
  baseVersion: baseVersion().meta({
    description: 'The version the changes are based on; null: the workflow had none.',
  }),
  revision: vine
    .number({ strict: true })
    .withoutDecimals()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .optional()
    .meta({
      description: 'The revision of the draft as it was read; left out: there was none yet.',
    }),
})
saveDraftBody.messagesProvider = workflowMessages

export const activateBody = vine.create({ baseVersion: baseVersion() })

const id = () => vine.string().minLength(1).maxLength(64).nullable().optional()

/** At most one of these. Without any, the test starts like a manual run. */
const sample = () => ({
  assetId: id().meta({ description: 'A file.' }),
  eventId: id().meta({ description: 'An event of the log, with the file it is about.' }),
  runId: id().meta({ description: 'An earlier run: its file, event and data.' }),
  data: anything()
    .optional()
    .meta({ description: 'What another system would send; steps read it as `trigger`.' }),
})

export const sampleBody = vine.create(sample())
export const tryStepBody = vine.create({
  ...sample(),
  item: vine.number({ strict: true }).withoutDecimals().min(0).max(999).optional().meta({
    description: 'For a step that runs once for each item: the index of the item, from 0.',
  }),
})

export const draftAnswer = answerShape('WorkflowDraft', {
  workflowId: vine.string(),
  baseVersion: vine.number().withoutDecimals().nullable(),
  version: vine.number().withoutDecimals().nullable().meta({
    description:
      'The present version of the workflow. If it differs from `baseVersion`, the workflow was changed since.',
  }),
  revision: vine.number().withoutDecimals().meta({
    description: 'Counts the saves; 0: nothing is saved, and the draft is the workflow as it is.',
  }),
  isChanged: vine.boolean({ strict: true }).meta({
    description: 'Whether the draft differs from the workflow.',
  }),
  name: vine.string(),
  description: vine.string().nullable(),
  triggerType: vine.string(),
  triggerConfig: vine.record(anything()),
  steps: vine.array(shownStepShape()),
  samples: vine.record(vine.string()).meta({
    description: 'By step id: the test run that holds its newest result.',
  }),
  problems: vine.array(
    namedShape('WorkflowProblem', {
      field: vine.string().meta({ description: 'Where: `steps.0.branches.yes.1.endpointId`.' }),
      message: vine.string(),
    })
  ),
  others: vine.array(
    namedShape('OtherDraft', {
      userId: vine.string(),
      name: vine.string().nullable(),
      updatedAt: instant(),
    })
  ),
  updatedAt: instant().nullable(),
})
