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
] as const

const stepResult = vine.object({
  stepId: vine.string(),
  order: vine.number(),
  type: vine.string(),
  status: vine.enum(stepStatuses),
  attempts: vine.number(),
  output: vine.any().nullable(),
  errorMessage: vine.string().nullable(),
  startedAt: vine.string().nullable(),
  completedAt: vine.string().nullable(),
  nextTryAt: vine.string().nullable(),
  tries: vine.array(
    vine.object({
      attempt: vine.number(),
      startedAt: vine.string(),
      completedAt: vine.string().nullable(),
      errorMessage: vine.string().nullable(),
    })
  ),
})

export const executionAnswer = vine.create({
  id: vine.string(),
  tenantId: vine.string(),
  executionId: vine.string(),
  flowId: vine.string(),
  flowName: vine.string(),
  triggerType: vine.string(),
  triggerEventId: vine.string().nullable(),
  assetId: vine.string().nullable(),
  status: vine.enum(executionStatuses),
  createdAt: vine.string(),
  startedAt: vine.string().nullable(),
  completedAt: vine.string().nullable(),
  duration: vine.number().nullable(),
  errorMessage: vine.string().nullable(),
  currentStepId: vine.string().nullable(),
  currentStepOrder: vine.number().nullable(),
  totalSteps: vine.number(),
  completedSteps: vine.number(),
  failedSteps: vine.number(),
  stepResults: vine.array(stepResult),
})

export const executionStatsAnswer = vine.create({
  totalExecutions: vine.number(),
  runningExecutions: vine.number(),
  completedToday: vine.number(),
  failedToday: vine.number(),
  averageDuration: vine.number().nullable(),
  successRate: vine.number().nullable(),
})
