import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { FlowStep } from '../contracts/index.js'
import type { Execution, StoredStatus } from '../models/execution.js'
import type { StepResult } from '../models/step_result.js'
import type { contextDataOf } from './context_data.js'
import { executionAnswer } from '../validators/execution.js'
import { inOrder, type Shown } from './in_order.js'
import { mayRead, withheldError } from './readable.js'
import { stepStatus } from './step_status.js'

/** Returns the name of a stored status in the API. */
export function shownStatus(status: StoredStatus) {
  return status === 'started' ? 'pending' : status
}

/**
 * Shows the result of a step.
 * @param run its status, and whether its file is closed to the caller, so that inputs and outputs are hidden too
 */
function toStepResult(
  { step, number, path, depth, result, isSkipped, isLoop, around }: Shown,
  run: { status: StoredStatus; isClosed: boolean }
) {
  const { isClosed } = run
  const status = result ? stepStatus(result, run.status, isLoop) : isSkipped ? 'skipped' : 'pending'
  // An outer step of the failed step repeats the message of that step.
  const failure = status === 'failed' ? result?.failure : undefined
  const isAround = result?.status === 'failed' && status !== 'failed'
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
    status,
    branch: result?.branch ?? null,
    errorFamily: failure?.family ?? null,
    isHandled: isHandled(result, around),
    attempts: result?.attempts ?? 0,
    output: shown ? (result?.output ?? null) : null,
    outputHidden: !shown && (result?.output ?? null) !== null,
    errorMessage: error(
      isAround ? null : result?.errorMessage,
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

/** Returns whether the run continues after the error of the step, or an outer step does. */
const isHandled = (
  result: Row<StepResult> | undefined,
  around: readonly Row<StepResult>[]
): boolean =>
  result !== undefined &&
  result.failure !== null &&
  (result.status !== 'failed' ||
    (result.failure.absorbed === true && around.some(({ status }) => status !== 'failed')))

/**
 * Returns why a run failed: the error of the failed step, or the text that replaces it. If several items failed,
 * it is unknown which of them the message is about.
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

/** Data from other tables. */
interface RunExtra {
  results: Row<StepResult>[]
  assetName: string | null
  isClosed: boolean
  versions: { version: number | null; activeVersion: number | null }
  canRetry: boolean
  /** The data that started the run; only in the details of a run. */
  contextData?: Awaited<ReturnType<typeof contextDataOf>>
  retryHindrance: string | null
}

/**
 * Returns a run as the API shows it, with a result for every step of its definition, and for each item of a
 * branch.
 */
export function toExecution(row: Row<Execution>, steps: FlowStep[], extra: RunExtra) {
  const shown = [...inOrder(steps, extra.results)]
  return answerOf(executionAnswer, row, {
    assetName: extra.assetName,
    ...extra.versions,
    workDuration: row.worked,
    canRetry: extra.canRetry,
    contextData: extra.contextData ?? null,
    retryHindrance: extra.retryHindrance,
    status: shownStatus(row.status),
    errorMessage: errorOf(row, shown, extra.isClosed),
    stepResults: shown.map((one) =>
      toStepResult(one, { status: row.status, isClosed: extra.isClosed })
    ),
  })
}
