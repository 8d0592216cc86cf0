import type { Row } from '@crossdock/kernel/lists'
import { allBranches } from '../contracts/index.js'
import { errorBranch } from '../definition/step_settings.js'
import type { StoredStatus } from '../models/execution.js'
import type { StepResult } from '../models/step_result.js'

type Result = Pick<Row<StepResult>, 'status' | 'branch' | 'failure' | 'waitsFor'>

/**
 * Returns the status of a started step. A step that has entered a branch has done its own work, so only a step in the
 * branch can fail. But its stored status is `failed` then, so that a retry resumes it.
 * @param isLoop whether its branch runs for each item
 */
export function stepStatus(
  { status, branch, failure, waitsFor }: Result,
  runStatus: StoredStatus,
  isLoop: boolean
): StepResult['status'] | 'stopped' {
  const hasEntered = branch !== null && branch !== errorBranch && waitsFor === null
  if (runStatus === 'failed' && hasEntered && (status === 'failed' || status === 'waiting')) {
    return isLoop || branch === allBranches ? 'stopped' : 'completed'
  }
  return failure ? 'failed' : status
}
