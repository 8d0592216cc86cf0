import { setTimeout as pause } from 'node:timers/promises'
import { HttpProblem, Unreachable } from './problem.js'

const longestMs = 30_000
const firstMs = 1_000

/** Returns a random delay ("full jitter"), so that agents that lost the same server do not return together. */
export const backOffMs = (attempt: number, random = Math.random): number =>
  random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16))

const isTemporary = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof HttpProblem && error.isPassing)

/**
 * Retries until the work succeeds or fails permanently. A network failure is retried without limit: the
 * deadline of the command aborts the signal.
 */
export async function retryUntilDone<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onWait: (error: Error, ms: number) => void
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isTemporary(error)) throw error
      const asked = error instanceof HttpProblem ? (error.retryAfterMs ?? 0) : 0
      const ms = Math.max(asked, backOffMs(attempt))
      onWait(error as Error, ms)
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }
}
