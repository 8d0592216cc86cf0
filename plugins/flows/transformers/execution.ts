import { answerOf, type Row } from '@crossdock/kernel/http'
import type { FlowStep } from '../contracts/index.js'
import type { Execution, StoredStatus } from '../models/execution.js'
import type { StepResult } from '../models/step_result.js'
import type { contextDataOf } from '../queries/context_data.js'
import { executionAnswer } from '../validators/execution.js'
import { inOrder, type Shown } from './in_order.js'
import { mayRead, withheldError } from './readable.js'

/** The word people see for a stored status. */
export function shownStatus(status: StoredStatus) {
  return status === 'started' ? 'pending' : status
}

/** @param isClosed the file the run is about is closed to the caller: what its steps asked and were told is, too */
function toStepResult({ step, number, path, depth, result, isSkipped }: Shown, isClosed: boolean) {
  const shown = mayRead(step.type) && !isClosed
  const withheld = (isOver: boolean) => withheldError({ ...step, order: number }, isOver, isClosed)
  const error = (message: string | null | undefined, instead: string) =>
    message ? (shown ? message : instead) : null
  return {
    stepId: step.id,
    name: step.name ?? null,
    path,
    depth,
    order: step.order,
    type: step.type,
    status: result?.failure ? 'failed' : (result?.status ?? (isSkipped ? 'skipped' : 'pending')),
    errorFamily: result?.failure?.family ?? null,
    isHandled: isHandled(result),
    attempts: result?.attempts ?? 0,
    output: shown ? (result?.output ?? null) : null,
    outputHidden: !shown && (result?.output ?? null) !== null,
    errorMessage: error(
      result?.errorMessage,
      withheld(result?.status === 'failed' || Boolean(result?.failure))
    ),
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

/** Whether the run goes on behind the error of the step. */
const isHandled = (result: Row<StepResult> | undefined): boolean =>
  result !== undefined &&
  result.failure !== null &&
  (result.status !== 'failed' || result.failure.absorbed === true)

/**
 * Why a run failed: what the step said that failed, or what stands for it. Of several items that
 * failed nobody knows whose words these are.
 */
function errorOf({ errorMessage }: Row<Execution>, shown: Shown[], isClosed: boolean) {
  const withheld = shown.find(
    ({ step, result }) =>
      result?.status === 'failed' && result.errorMessage && (isClosed || !mayRead(step.type))
  )
  return errorMessage && withheld
    ? withheldError({ ...withheld.step, order: withheld.number }, true, isClosed)
    : errorMessage
}

/** What stands in other tables. */
interface ToldOfRun {
  results: Row<StepResult>[]
  assetName: string | null
  isClosed: boolean
  canRetry: boolean
  /** Where it is shown by itself. */
  contextData?: Awaited<ReturnType<typeof contextDataOf>>
  retryHindrance: string | null
}

/** A run as the API shows it, with one result for every step of its definition, and one for each item of a branch. */
export function toExecution(row: Row<Execution>, steps: FlowStep[], told: ToldOfRun) {
  const shown = [...inOrder(steps, told.results)]
  return answerOf(executionAnswer, row, {
    assetName: told.assetName,
    canRetry: told.canRetry,
    contextData: told.contextData ?? null,
    retryHindrance: told.retryHindrance,
    status: shownStatus(row.status),
    errorMessage: errorOf(row, shown, told.isClosed),
    stepResults: shown.map((one) => toStepResult(one, told.isClosed)),
  })
}
