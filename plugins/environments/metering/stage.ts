import type { Stage } from '@crossdock/kernel/http'
import { countedPlace, whenClosed } from '@crossdock/kernel/ledger'
import { perApplication } from '@crossdock/kernel/plugin'
import type { Usage } from './usage.js'

const state = perApplication<{ usage?: Usage }>(() => ({}))

/** Called once, when the application has started. */
export function useUsage(usage: Usage): void {
  state().usage = usage
}

/** Counts every call that was let in, with what became of it and how long it took until its answer was sent. */
export const metering: Stage = {
  at: 'admit',
  around(call, next) {
    const place = countedPlace(call)
    const { usage } = state()
    if (!place || !usage) return next()
    const { response } = call.http.response
    const begun = performance.now()
    const end = () => {
      const succeeded = response.headersSent && response.statusCode < 400
      usage.call(place, succeeded, performance.now() - begun)
    }
    whenClosed(response, end)
    return next()
  },
}
