import type { RunningJob } from '@crossdock/kernel/jobs'
import type { Admission, StepPlan } from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import type { Checkpoints, StepState } from './checkpoints.js'
import type { Deed } from './deed.js'
import { pathOf, stepAt, type Frame, type Place } from './frame.js'
import { prepareStep, type PreparedTry } from './try_step.js'

/** A step that has begun, or is about to, and what its try needs. */
export interface NextTry {
  place: Place
  plan: StepPlan
  prepared: PreparedTry
  /** Lets the other threads of the run call; of a step that calls. */
  release?: () => void
}

/** Until when a call may not be made. */
export type Delay = Extract<Admission, { notBefore: Date }>

/** Plans the next try of a step, as it reads what `written` is about to record. */
export async function planTry(
  place: Place,
  { run, data, checkpoints }: { run: Execution; data: unknown; checkpoints: Checkpoints },
  { written }: Deed
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

/** Records, in the current transaction, that a try begins. */
export async function beginTry(
  { place, prepared }: NextTry,
  checkpoints: Checkpoints
): Promise<StepState> {
  const state = await checkpoints.begin(place)
  await prepared.begin?.()
  return state
}

/** Asks for permission to make a call. `next.release` also releases what the permission has taken. */
export async function admit(
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

/** Releases what a try has taken when `work` fails, so that the try does not begin. */
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
