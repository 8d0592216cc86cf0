import type { WorkflowStep } from '@crossdock/client'
import type { StepOnError } from './on_error.js'

/** Timeout and number of tries of a step. */
export interface StepLimits {
  timeoutMs: number | null
  retry: { attempts: number | null; delayMs: number | null }
}

export interface StepForm {
  id: string
  name: string
  type: string
  systemId: string | null
  endpointId: string | null
  /** The config as the fields of the step type's form. */
  config: Record<string, unknown>
  limits: StepLimits
  onError: StepOnError
  /** The stored type and configuration. */
  stored?: Pick<WorkflowStep, 'type' | 'config'>
}
