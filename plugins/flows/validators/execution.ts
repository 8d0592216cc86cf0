import { answerShape, anything, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { errorFamilies } from '../contracts/step_type.js'

/** Reasons against a retry, by their API names. */
export const retryHindrances = ['deleted', 'paused', 'environment', 'stepType', 'rights'] as const

/** The inputs of a manual trigger, by field name. */
export const inputGiven = () =>
  vine.record(vine.any().optional()).nullable().optional().meta({
    description:
      'Inputs of the manual trigger of the workflow (`triggerConfig.fields`), by name. Steps read it as `data`.',
  })

export const triggerBody = vine.create({
  flowId: vine.string().minLength(1).maxLength(64),
  assetId: vine.string().maxLength(64).nullable().optional(),
  input: inputGiven(),
})

export const replayBody = vine.create({
  fromStepId: vine.string().minLength(1).maxLength(64).nullable().optional(),
  version: vine.enum(['same', 'active']).nullable().optional().meta({
    description:
      'The definition of the new run: that of the old run, or the active version of the workflow. The default is `active` from the beginning, and `same` with `fromStepId` and for tests of a draft.',
  }),
  input: vine
    .object({
      assetId: vine.string().maxLength(64).nullable().optional(),
      data: anything().optional(),
    })
    .nullable()
    .optional(),
})

export const executionStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
const stepStatuses = [
  'pending',
  'running',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'skipped',
  'stopped',
] as const

const stepResult = namedShape('StepResult', {
  stepId: vine.string(),
  name: vine
    .string()
    .nullable()
    .meta({ description: 'The name for people. If it is null, use the label of its type.' }),
  path: vine.string().meta({
    description: 'Its position in the run: `approve`, `check.yes.call`, `each[3].call`.',
  }),
  depth: vine.number().withoutDecimals().meta({ description: 'How many branches it is in.' }),
  order: vine.number().withoutDecimals(),
  type: vine.string(),
  status: vine.string().meta({
    examples: [...stepStatuses],
    description:
      '`failed` only for a step that failed itself. After a failure in its branches, a loop or a parallel step is `stopped`, and a step that chose one branch is `completed`.',
  }),
  branch: vine.string().nullable().meta({
    description: 'The branch that it entered; `*`: all of its branches.',
  }),
  attempts: vine.number().withoutDecimals(),
  output: anything(),
  outputHidden: vine.boolean({ strict: true }),
  errorMessage: vine.string().nullable(),
  errorFamily: openEnum(errorFamilies).nullable().meta({
    description: 'The kind of error, once it has failed permanently.',
  }),
  isHandled: vine.boolean({ strict: true }).meta({
    description: 'Whether the run continues after the failure of the step.',
  }),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  nextTryAt: instant().nullable().meta({
    description: 'When the step continues: the next try of a failed step, or the end of a delay.',
  }),
  tries: vine.array(
    namedShape('StepTry', {
      attempt: vine.number().withoutDecimals(),
      startedAt: instant(),
      completedAt: instant().nullable(),
      errorMessage: vine.string().nullable(),
    })
  ),
})

export const executionAnswer = answerShape('Execution', {
  id: vine.string(),
  tenantId: vine.string(),
  executionId: vine.string(),
  flowId: vine.string(),
  flowName: vine.string(),
  triggerType: vine.string(),
  triggerEventId: vine.string().nullable(),
  parentId: vine.string().nullable().meta({ description: 'The run that started it.' }),
  assetId: vine.string().nullable(),
  assetName: vine.string().nullable().meta({
    description:
      'The present name; null if the file is gone, and for callers who may read no files.',
  }),
  status: openEnum(executionStatuses),
  createdAt: instant(),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  duration: vine.number().nullable().meta({
    description: 'Milliseconds from its start to its end.',
  }),
  workDuration: vine.number().nullable().meta({
    description:
      'Milliseconds of `duration` without waits for a time, an answer, a retry or a person; null until it ends.',
  }),
  version: vine.number().withoutDecimals().nullable().meta({
    description: 'The version of its definition; null for a test of a draft.',
  }),
  activeVersion: vine.number().withoutDecimals().nullable().meta({
    description: 'The active version of its workflow; null if the workflow is paused or deleted.',
  }),
  errorMessage: vine.string().nullable(),
  currentStepId: vine.string().nullable(),
  currentStepOrder: vine.number().withoutDecimals().nullable(),
  totalSteps: vine.number().withoutDecimals(),
  completedSteps: vine.number().withoutDecimals(),
  failedSteps: vine.number().withoutDecimals(),
  failedItems: vine.number().withoutDecimals().meta({
    description:
      'Failed items of steps that continue after a failed item; the output of the step lists them.',
  }),
  canRetry: vine.boolean({ strict: true }).meta({
    description: 'Whether it failed and can be retried.',
  }),
  retryHindrance: vine
    .string()
    .nullable()
    .meta({
      description:
        'Why a failed run cannot be retried: its workflow is `deleted` or `paused`, its `environment` is not active, the `stepType` is not installed, or the person who saved the workflow lacks the permissions (`rights`).',
      examples: [...retryHindrances],
    }),
  replayOf: vine.string().nullable().meta({ description: 'Id of the run that this one replays.' }),
  replayedFrom: vine.string().nullable().meta({
    description: 'The step a replay started at; results before it were copied.',
  }),
  contextData: vine
    .object({
      assetId: vine.string().nullable(),
      userId: vine.string().nullable(),
      userName: vine.string().nullable().meta({ description: 'The person who started it.' }),
      event: vine.record(anything()).nullable().meta({
        description:
          'The event that started it; `payload` is null for callers who may not read it.',
      }),
      data: anything(),
      dataHidden: vine.boolean({ strict: true }).meta({
        description: 'Whether `data`, its further input, is left out: it needs flows.write.',
      }),
    })
    .nullable()
    .meta({ description: 'The data that started the run. Lists omit it (null).' }),
  stepResults: vine.array(stepResult),
})

export const runHoursAnswer = vine.create(
  vine.array(
    namedShape('RunHour', {
      hour: instant(),
      runs: vine.number().withoutDecimals(),
      failed: vine.number().withoutDecimals(),
      running: vine.number().withoutDecimals().meta({ description: 'Runs that have not ended.' }),
    })
  )
)

export const waitingRunsAnswer = answerShape('WaitingRuns', {
  count: vine.number().withoutDecimals(),
  oldest: instant().nullable().meta({ description: 'When the first of them was created.' }),
})

export const executionStatsAnswer = answerShape('ExecutionStats', {
  totalExecutions: vine.number().withoutDecimals(),
  runningExecutions: vine.number().withoutDecimals(),
  completedToday: vine.number().withoutDecimals(),
  failedToday: vine.number().withoutDecimals(),
  averageDuration: vine.number().nullable().meta({
    description:
      'Average execution time of completed runs in milliseconds. Waits for a time, an answer, or a retry do not count.',
  }),
  successRate: vine.number().nullable(),
})
