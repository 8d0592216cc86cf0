import type { Row } from '@crossdock/kernel/http'
import type { FlowStep } from '../contracts/index.js'
import type { Execution, StoredStatus } from '../models/execution.js'
import type { StepResult } from '../models/step_result.js'
import { mayRead, withheldError } from './readable.js'

/** The word people see for a stored status. */
export function shownStatus(status: StoredStatus) {
  return status === 'started' ? 'pending' : status
}

function toStepResult(step: FlowStep, result: Row<StepResult> | undefined) {
  const shown = mayRead(step.type)
  const error = (message: string | null | undefined, instead: string) =>
    message ? (shown ? message : instead) : null
  return {
    stepId: step.id,
    order: step.order,
    type: step.type,
    status: result?.status ?? 'pending',
    attempts: result?.attempts ?? 0,
    output: shown ? (result?.output ?? null) : null,
    outputHidden: !shown && (result?.output ?? null) !== null,
    errorMessage: error(result?.errorMessage, withheldError(step, result?.status === 'failed')),
    startedAt: result?.startedAt ?? null,
    completedAt: result?.completedAt ?? null,
    nextTryAt: result?.nextTryAt ?? null,
    tries: (result?.tries ?? []).map((one) => ({
      attempt: one.attempt,
      startedAt: one.startedAt,
      completedAt: one.completedAt ?? null,
      errorMessage: error(one.errorMessage, 'This try failed.'),
    })),
  }
}

/** Why a run failed: what the step said that failed, or what stands for it. */
function errorOf({ errorMessage, steps }: Row<Execution>, results: Row<StepResult>[]) {
  const { stepId } = results.find(({ status }) => status === 'failed') ?? {}
  const step = steps.find(({ id }) => id === stepId)
  return errorMessage && step && !mayRead(step.type) ? withheldError(step, true) : errorMessage
}

/** A run as the API shows it, with one result for every step of its definition. */
export function toExecution(row: Row<Execution>, results: Row<StepResult>[]) {
  const byStep = new Map(results.map((result) => [result.stepId, result]))
  return {
    id: row.id,
    tenantId: row.tenantId,
    executionId: row.executionId,
    flowId: row.flowId,
    flowName: row.flowName,
    triggerType: row.triggerType,
    triggerEventId: row.triggerEventId,
    assetId: row.contextData.assetId,
    status: shownStatus(row.status),
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    duration: row.duration,
    errorMessage: errorOf(row, results),
    currentStepId: row.currentStepId,
    currentStepOrder: row.currentStepOrder,
    totalSteps: row.totalSteps,
    completedSteps: row.completedSteps,
    failedSteps: row.failedSteps,
    stepResults: row.steps.map((step) => toStepResult(step, byStep.get(step.id))),
  }
}
