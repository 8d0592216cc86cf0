import { type Stage, countedPlace } from '@crossdock/kernel/http'
import { whenClosed } from '@crossdock/kernel/ground'
import { perApplication } from '@crossdock/kernel/plugin'
import type { Usage } from './usage.js'

const state = perApplication<{ usage?: Usage }>(() => ({}))

/** Sets the counters of this process. Called once, after the application has started. */
export function useUsage(usage: Usage): void {
  state().usage = usage
}

/** Counts every accepted call, and at its end its result and its duration. */
export const metering: Stage = {
  at: 'admit',
  around(call, next) {
    const place = countedPlace(call)
    const { usage } = state()
    if (!place || !usage) return next()
    const { response } = call.http.response
    const begun = performance.now()
    usage.begin(place)
    const end = () => {
      const succeeded = response.headersSent && response.statusCode < 400
      usage.end(place, succeeded, performance.now() - begun)
    }
    whenClosed(response, end)
    return next()
  },
}
