import { answerShape, anything, instant, namedShape, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

export const triggerBody = vine.create({
  flowId: vine.string().minLength(1).maxLength(64),
  assetId: vine.string().maxLength(64).nullable().optional(),
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
