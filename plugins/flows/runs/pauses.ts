import { setImmediate } from 'node:timers/promises'

/** Maximum duration of a computation without a pause, so that requests wait no longer than this. */
const turnMs = 5

/** Returns a function that yields to the event loop if the last pause was long enough ago. */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await setImmediate()
    since = performance.now()
  }
}
