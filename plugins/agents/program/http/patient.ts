import { setTimeout as pause } from 'node:timers/promises'
import { HttpProblem, Unreachable } from './problem.js'

const longestMs = 30_000
const firstMs = 1_000

/** Full jitter: agents that lost the same server do not come back at the same moment. */
export const backOffMs = (attempt: number, random = Math.random): number =>
  random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16))

const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof HttpProblem && error.isPassing)

/**
 * Does something until it succeeds or fails for good. A network that is away is waited for: the deadline of the
 * command ends the waiting, by the signal.
 */
export async function patiently<T>(
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
      if (!isPassing(error)) throw error
      const asked = error instanceof HttpProblem ? (error.retryAfterMs ?? 0) : 0
      const ms = Math.max(asked, backOffMs(attempt))
      onWait(error as Error, ms)
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }
}
