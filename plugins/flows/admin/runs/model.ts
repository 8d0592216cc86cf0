import type { BadgeVariant } from '@crossdock/admin/kit'

export type RunStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

/** One attempt at a step. */
export interface StepTry {
  attempt: number
  startedAt: string
  completedAt: string | null
  errorMessage: string | null
}

export interface StepResult {
  stepId: string
  order: number
  type: string
  status: string
  attempts: number
  output: unknown
  errorMessage: string | null
  startedAt: string | null
  completedAt: string | null
  /** When a failed try is repeated. */
  nextTryAt: string | null
  tries: StepTry[]
}

/** One run of a workflow with what its steps did. */
export interface Run {
  id: string
  executionId: string
  flowId: string
  flowName: string
  triggerType: string
  /** The file the run is about. */
  assetId: string | null
  status: RunStatus
  startedAt: string | null
  completedAt: string | null
  duration: number | null
  errorMessage: string | null
  totalSteps: number
  completedSteps: number
  failedSteps: number
  stepResults: StepResult[]
}

const variants: Record<string, BadgeVariant> = {
  pending: 'secondary',
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'destructive',
  cancelled: 'warning',
}

/** The colour of a run's or a step's status. */
export const statusVariant = (status: string): BadgeVariant => variants[status] ?? 'secondary'

/** Whether more is to come. */
export const isOpen = (status: RunStatus): boolean => status === 'pending' || status === 'running'
