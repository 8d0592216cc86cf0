import type { Meter } from '@crossdock/kernel/ledger'
import type { Registry } from '@crossdock/kernel/plugin'
import { apiCallsPerMonth, concurrentConnections, rateLimitPerMinute } from './calls.js'

/** The specification's meters for calls. */
export function addMeters(registry: Registry<Meter>): void {
  registry.add('apiCallsPerMonth', apiCallsPerMonth)
  registry.add('rateLimitPerMinute', rateLimitPerMinute)
  registry.add('concurrentConnections', concurrentConnections)
}
