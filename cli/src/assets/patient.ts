import type { ApiClient } from '../api/client.js'
import type { Factory } from '../factory.js'
import type { Progress } from '../output/progress.js'

/**
 * An API client for moving many files: it waits for rate limits. Each wait is printed once, after removing the
 * progress bar.
 */
export async function createPatientApi(
  factory: Factory,
  shown: { progress?: Progress }
): Promise<ApiClient> {
  const api = await factory.api()
  let until = 0
  return api.waitingForLimits((milliseconds, why) => {
    // Print the wait once: parallel transfers reach the limit together.
    if (Date.now() < until) return
    until = Date.now() + milliseconds
    shown.progress?.clear()
    factory.note(`${why} Continuing in ${Math.ceil(milliseconds / 1000)} s.`)
  })
}
