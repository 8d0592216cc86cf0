import { answerShape, anything, instant, namedShape, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { errorFamilies } from '../contracts/step_type.js'

/** What a manual trigger asks for, by the names of its fields. */
export const inputGiven = () =>
  vine.record(vine.any().optional()).nullable().optional().meta({
    description:
      'What the manual trigger of the workflow asks for (`triggerConfig.fields`), by name. Steps read it as `data`.',
  })
import { retryHindrances } from '../queries/retriable.js'

export const triggerBody = vine.create({
  flowId: vine.string().minLength(1).maxLength(64),
  assetId: vine.string().maxLength(64).nullable().optional(),
  input: inputGiven(),
})

export const replayBody = vine.create({
  fromStepId: vine.string().minLength(1).maxLength(64).nullable().optional(),
  input: vine
    .object({
      assetId: vine.string().maxLength(64).nullable().optional(),
      data: anything().optional(),
    })
    .nullable()
    .optional(),
})

export const executionStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export const stepStatuses = [
  'pending',
  'running',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'skipped',
] as const

const stepResult = namedShape('StepResult', {
  stepId: vine.string(),
  name: vine.string().nullable().meta({ description: 'What people call it; null: by its type.' }),
  path: vine.string().meta({
    description: 'Where it stands in the run: `approve`, `check.yes.call`, `each[3].call`.',
  }),
  depth: vine.number().withoutDecimals().meta({ description: 'How many branches it is in.' }),
  order: vine.number().withoutDecimals(),
  type: vine.string(),
  status: word(stepStatuses),
  attempts: vine.number().withoutDecimals(),
  output: anything(),
  outputHidden: vine.boolean({ strict: true }),
  errorMessage: vine.string().nullable(),
  errorFamily: word(errorFamilies).nullable().meta({
    description: 'What kind of error it failed with, once it has failed for good.',
  }),
  isHandled: vine.boolean({ strict: true }).meta({
    description: 'Whether the run goes on although the step has failed.',
  }),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  nextTryAt: instant().nullable().meta({
    description: 'When it goes on: of a step that failed its next try, of a delay its end.',
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
  parentId: vine.string().nullable().meta({ description: 'The run that has started it.' }),
  assetId: vine.string().nullable(),
  assetName: vine.string().nullable().meta({
    description: 'As it is now; null where it is gone, and for callers who may read no files.',
  }),
  status: word(executionStatuses),
  createdAt: instant(),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  duration: vine.number().nullable(),
  errorMessage: vine.string().nullable(),
  currentStepId: vine.string().nullable(),
  currentStepOrder: vine.number().withoutDecimals().nullable(),
  totalSteps: vine.number().withoutDecimals(),
  completedSteps: vine.number().withoutDecimals(),
  failedSteps: vine.number().withoutDecimals(),
  failedItems: vine.number().withoutDecimals().meta({
    description:
      'Items that failed in steps that go on when one does; the output of such a step lists them.',
  }),
  canRetry: vine.boolean({ strict: true }).meta({
    description: 'Whether it failed, and a retry would not be refused.',
  }),
  retryHindrance: vine
    .string()
    .nullable()
    .meta({
      description:
        'Why a failed run cannot be retried: its workflow is `deleted` or `paused`, its `environment` is not active, the `stepType` is not installed, or whoever saved the workflow lacks the `rights`.',
      examples: [...retryHindrances],
    }),
  replayOf: vine.string().nullable().meta({ description: 'Id of the run that this one replays.' }),
  replayedFrom: vine.string().nullable().meta({
    description: 'The step a replay began at; what was before it was taken over.',
  }),
  contextData: vine
    .object({
      assetId: vine.string().nullable(),
      userId: vine.string().nullable(),
      event: vine.record(anything()).nullable().meta({
        description:
          'The event that set it off; `payload` is null for callers who may not read it.',
      }),
      data: anything(),
      dataHidden: vine.boolean({ strict: true }).meta({
        description:
          'Whether `data`, what it was given besides, is left out: it needs flows.write.',
      }),
    })
    .nullable()
    .meta({ description: 'What it was started with. Lists leave it out (null).' }),
  stepResults: vine.array(stepResult),
})

export const runHoursAnswer = vine.create(
  vine.array(
    namedShape('RunHour', {
      hour: instant(),
      runs: vine.number().withoutDecimals(),
      failed: vine.number().withoutDecimals(),
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
  averageDuration: vine.number().nullable(),
  successRate: vine.number().nullable(),
})
