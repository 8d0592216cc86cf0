import { isDatabaseError } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/ground'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { steps, watched } from '@crossdock/kernel/telemetry'
import { currentContext, withContext } from '@crossdock/kernel/tenancy'
import { settingsOf } from '../definition/step_settings.js'
import {
  familyOfStatus,
  StepFailed,
  stepTypes,
  type CallingContext,
  type PreparedCall,
  type StepOutcome,
  type StepPlan,
} from '../contracts/index.js'
import { Deadline } from './deadline.js'
import { lentRights } from './lent_rights.js'
import { openStep } from './open_step.js'
import { secretsWith, type StepSecrets } from './stored_output.js'

export type TryResult = { done: true; outcome: StepOutcome } | { done: false; failure: StepFailed }

/** The data of a try, which may call another system (`target`). */
export type PreparedTry = Omit<PreparedCall, 'target'> & {
  target: string | null
  /** The permissions of the step. All its work runs in a context with these. */
  permissions: ReadonlySet<string>
  /** The person who lends these permissions. */
  lenderId: string | null
  /** The secrets to mask in all stored data of the try. */
  secrets: StepSecrets
}

/** Reads the data for a try. If it cannot be prepared or is not permitted, the try fails. */
export async function prepareStep(plan: StepPlan, savedBy: string | null): Promise<PreparedTry> {
  const type = stepTypes.get(plan.step.type)
  let permissions: ReadonlySet<string> = new Set()
  let secrets = await secretsWith([])
  try {
    if (!type) {
      const message = `The step type "${plan.step.type}" is no longer installed.`
      throw new StepFailed(message, { retryable: false })
    }
    permissions = await lentRights(savedBy, type.permissions)
    const opened = await openStep(type, plan)
    secrets = { ...secrets, own: opened.secrets }
    const { step } = opened
    if ('run' in type) {
      const run: PreparedCall['run'] = (context) => type.run({ ...context, step })
      return { target: null, permissions, lenderId: savedBy, secrets, run }
    }
    const call = await withContext({ permissions, lenderId: savedBy }, () =>
      type.prepare({ ...plan, step })
    )
    return {
      target: call.target,
      permissions,
      lenderId: savedBy,
      secrets,
      ...(call.admit
        ? {
            admit: (signal: AbortSignal) =>
              withContext({ permissions, lenderId: savedBy }, () => call.admit!(signal)),
          }
        : {}),
      begin: () => withContext({ permissions, lenderId: savedBy }, async () => call.begin?.()),
      run: (context) => call.run({ ...context, step }),
    }
  } catch (error) {
    return {
      target: null,
      permissions,
      lenderId: savedBy,
      secrets,
      async begin() {
        // Abandon the calls that an earlier try has left open.
        if (plan.attempt > 1 && type && 'abandon' in type) await type.abandon?.(plan)
      },
      run: () => Promise.reject(error as Error),
    }
  }
}

/**
 * Runs one try of a step within its timeout.
 * @throws the reason if the job itself is aborted (canceled, taken over, shutting down): then the state of the
 * step is unknown, and nothing may be recorded
 */
export function tryStep(
  plan: StepPlan,
  prepared: PreparedTry,
  job: Pick<RunningJob, 'signal' | 'outside'>
): Promise<TryResult> {
  const { type } = plan.step
  const { executionId } = plan.execution
  const doing = { ...currentContext().doing, step: plan.path, executionId }
  return watched(
    steps,
    () => ({ type, executionId, attempt: plan.attempt, failed: false }),
    async (about) => {
      const result = await withContext({ doing }, () => doStep(plan, prepared, job))
      if (about) about.failed = !result.done
      return result
    }
  )
}

async function doStep(
  plan: StepPlan,
  prepared: PreparedTry,
  job: Pick<RunningJob, 'signal' | 'outside'>
): Promise<TryResult> {
  const { timeoutMs } = settingsOf(plan.step)
  const message = `The step took longer than ${timeoutMs} ms and was stopped.`
  const deadline = new Deadline(timeoutMs, message)
  const signal = AbortSignal.any([job.signal, deadline.signal])
  const outside: CallingContext['outside'] = async (work) => {
    try {
      return await job.outside(() => work().finally(() => deadline.pause()))
    } finally {
      deadline.resume()
    }
  }
  try {
    const context = { ...plan, signal, outside }
    const outcome = await unlessAborted(signal, () => prepared.run(context))
    return { done: true, outcome }
  } catch (error) {
    job.signal.throwIfAborted()
    if (!deadline.signal.aborted) return { done: false, failure: toFailure(error) }
    return { done: false, failure: new StepFailed(message, { family: 'timeout', cause: error }) }
  } finally {
    deadline.pause()
  }
}

/**
 * Converts an error into the failure of a step. Errors that the step did not cause may disappear at the next
 * try.
 */
export function toFailure(error: unknown): StepFailed {
  if (error instanceof StepFailed) return error
  const message = readableMessage(error)
  if (!(error instanceof Problem)) return new StepFailed(message, { cause: error })
  const family = familyOfStatus(error.status)
  return new StepFailed(message, { retryable: error.status >= 500, family, cause: error })
}

/** Returns the part of an error that people of the tenant may read. The log contains the whole error. */
export function readableMessage(error: unknown): string {
  if (isDatabaseError(error)) {
    logger.use().error({ err: error }, 'a flow step failed in the database')
    return 'The step failed inside Crossdock. The server log has the reason.'
  }
  return error instanceof Error ? error.message : String(error)
}

/** Stops waiting for a step that ignores its signal. */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
