import type { RunningJob } from '@crossdock/kernel/jobs'
import type { Admission, StepPlan } from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import type { Checkpoints } from './checkpoints.js'
import type { StepState } from './step_state.js'
import type { StepCommit } from './step_commit.js'
import { pathOf, stepAt, type Frame, type Place } from './frame.js'
import { prepareStep, type PreparedTry } from './try_step.js'

/** A step that has started or is about to, with the data for its try. */
export interface NextTry {
  place: Place
  plan: StepPlan
  prepared: PreparedTry
  /** Releases the lock for calls and the permission for this call; only for steps that call. */
  release?: () => void
}

/** The earliest time for a call, and why it may not be made now. */
export type Delay = Extract<Admission, { notBefore: Date }>

/** Plans the next try of a step, including the outputs in `written`, which are about to be recorded. */
export async function planTry(
  place: Place,
  { run, data, checkpoints }: { run: Execution; data: unknown; checkpoints: Checkpoints },
  { written }: StepCommit
): Promise<NextTry> {
  const { id, executionId, flowId, flowName, contextData } = run
  const { frame } = place
  const path = pathOf(place)
  const plan: StepPlan = {
    execution: { id, executionId, flowId, flowName },
    step: stepAt(place),
    path,
    attempt: (checkpoints.get(place)?.attempts ?? 0) + 1,
    idempotencyKey: `${executionId}:${path}`,
    input: {
      ...contextData,
      ...(data === undefined ? {} : { data }),
      ...itemOf(frame),
      steps: checkpoints.outputs(frame, written),
    },
  }
  return { place, plan, prepared: await prepareStep(plan, run.savedBy) }
}

/** Records the start of a try, in the current transaction. */
export async function beginTry(
  { place, prepared }: NextTry,
  checkpoints: Checkpoints
): Promise<StepState> {
  const state = await checkpoints.begin(place)
  await prepared.begin?.()
  return state
}

/** Requests permission for a call. `next.release` then also releases this permission. */
export async function requestPermission(
  next: NextTry,
  job: Pick<RunningJob, 'signal' | 'outside'>
): Promise<Delay | undefined> {
  const { admit: ask } = next.prepared
  if (!ask) return undefined
  const { release } = next
  const leave = await unlessFailed(next, () => job.outside(() => ask(job.signal)))
  if ('notBefore' in leave) {
    release?.()
    return leave
  }
  next.release = () => {
    leave.release()
    release?.()
  }
  return undefined
}

/** Runs `work`. If it fails, releases the resources of a try, because the try does not start. */
export async function unlessFailed<T>({ release }: NextTry, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    release?.()
    throw error
  }
}

function itemOf({ of: branch, item, index }: Frame): { item?: unknown; index?: number } {
  if (index !== undefined) return { item, index }
  return branch ? itemOf(branch.place.frame) : {}
}
