import type { Meter } from '@crossdock/kernel/ledger'
import type { Registry } from '@crossdock/kernel/plugin'
import { apiCallsPerMonth, concurrentConnections, rateLimitPerMinute } from './calls.js'
import { maxFileSize, storageQuotaGB } from './files.js'

/** The meters of the specification that no other plugin owns, in the order people see them. */
export function addMeters(registry: Registry<Meter>): void {
  registry.add('apiCallsPerMonth', apiCallsPerMonth)
  registry.add('rateLimitPerMinute', rateLimitPerMinute)
  registry.add('concurrentConnections', concurrentConnections)
  registry.add('storageQuotaGB', storageQuotaGB)
  registry.add('maxFileSize', maxFileSize)
}
