import type { Row } from '@crossdock/kernel/lists'
import { allBranches } from '../contracts/index.js'
import type { StoredStatus } from '../models/execution.js'
import type { StepResult } from '../models/step_result.js'

type Result = Pick<Row<StepResult>, 'status' | 'branch' | 'failure' | 'errorMessage' | 'waitsFor'>

/**
 * Returns the status of a started step. A step whose branch contains a failed step has not failed itself,
 * although its stored status says so, because a retry resumes it.
 * @param isLoop whether its branch runs for each item
 */
export function stepStatus(
  result: Result,
  runStatus: StoredStatus,
  isLoop: boolean
): StepResult['status'] | 'stopped' {
  const { status, branch, failure, errorMessage, waitsFor } = result
  if (failure) return 'failed'
  const isAround = branch !== null && errorMessage === null && waitsFor === null
  if (!isAround || (status !== 'failed' && status !== 'waiting')) return status
  if (runStatus !== 'failed') return 'running'
  return isLoop || branch === allBranches ? 'stopped' : 'completed'
}
