import logger from '@adonisjs/core/services/logger'
import { isDatabaseError } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/http'
import { settingsOf } from '../definition/step_settings.js'
import { StepFailed, stepTypes, type StepContext, type StepOutcome } from '../contracts/index.js'

export type TryResult = { done: true; outcome: StepOutcome } | { done: false; failure: StepFailed }

/**
 * Does one try of a step, for no longer than it may take.
 * @throws the reason, when the job itself is aborted (cancelled, taken over, shutting down): then
 * nothing is known about the step, and nothing may be recorded.
 */
export async function tryStep(context: StepContext): Promise<TryResult> {
  const { step, signal: jobSignal } = context
  const { timeoutMs } = settingsOf(step)
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([jobSignal, timeout])
  try {
    const type = stepTypes.get(step.type)
    if (!type) {
      const message = `The step type "${step.type}" is no longer installed.`
      throw new StepFailed(message, { retryable: false })
    }
    const outcome = await unlessAborted(signal, () => type.run({ ...context, signal }))
    return { done: true, outcome }
  } catch (error) {
    jobSignal.throwIfAborted()
    if (!timeout.aborted) return { done: false, failure: toFailure(error) }
    const message = `The step took longer than ${timeoutMs} ms and was stopped.`
    return { done: false, failure: new StepFailed(message, { cause: error }) }
  }
}

/** Why a step failed; errors that say nothing about it may be over at the next try. */
export function toFailure(error: unknown): StepFailed {
  if (error instanceof StepFailed) return error
  const message = tellable(error)
  const retryable = !(error instanceof Problem && error.status < 500)
  return new StepFailed(message, { retryable, cause: error })
}

/** What people of the tenant may read of an error; the log has the whole of it. */
export function tellable(error: unknown): string {
  if (isDatabaseError(error)) {
    logger.error({ err: error }, 'a flow step failed in the database')
    return 'The step failed inside Crossdock; the log of the server says why.'
  }
  return error instanceof Error ? error.message : String(error)
}

/** Does not wait for a step that ignores its signal. */
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
