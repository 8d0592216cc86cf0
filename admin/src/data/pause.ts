const FIRST = 1_000
const LONGEST = 30_000

/** Changes a pause by up to a fifth at random, so that open tabs do not all try at the same moment. */
export const spread = (ms: number): number => ms * (0.8 + Math.random() * 0.4)

/**
 * Returns the pause (ms) before the next try. It doubles with each failure, up to half a minute, and is changed by
 * `spread`.
 * @param failures the number of tries that failed before
 * @param first the pause after the first failure, in milliseconds
 */
export const backoff = (failures: number, first = FIRST): number =>
  spread(Math.min(first * 2 ** Math.min(failures, 20), LONGEST))

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
