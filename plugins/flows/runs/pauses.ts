import { setImmediate } from 'node:timers/promises'

/** What is computed without a pause: requests wait for no more. */
const turnMs = 5

/** Gives everything else its turn once enough was done since the last time. */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await setImmediate()
    since = performance.now()
  }
}
