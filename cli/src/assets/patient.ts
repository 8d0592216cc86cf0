import type { ApiClient } from '../api/client.js'
import type { Factory } from '../factory.js'
import type { Progress } from '../output/progress.js'

/**
 * The API for who moves many files: limits of calls are waited for, which is said once each time,
 * without the bar of a progress that is shown by then.
 */
export async function patientApi(
  factory: Factory,
  shown: { progress?: Progress }
): Promise<ApiClient> {
  const api = await factory.api()
  let until = 0
  return api.patient((milliseconds, why) => {
    // Several transfers at once meet the same limit.
    if (Date.now() < until) return
    until = Date.now() + milliseconds
    shown.progress?.clear()
    factory.note(`${why} Going on in ${Math.ceil(milliseconds / 1000)} s.`)
  })
}
