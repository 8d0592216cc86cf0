import { flowStatistics } from '@crossdock/flows/contracts'
import { countersInEnvironment } from '@crossdock/kernel/counters'

const counters = [
  'integrations.systems',
  'integrations.systems_active',
  'integrations.endpoints',
  'integrations.endpoints_active',
]

/**
 * Returns the statistics of the integrations screen. The flows plugin provides the statistics of workflows and
 * runs.
 */
export async function readStats() {
  const sums = await countersInEnvironment(counters)
  const count = (name: string) =>
    sums.find(({ counter }) => counter === `integrations.${name}`)?.n ?? 0
  const flows = await flowStatistics.use().summary()
  return {
    connectedSystems: count('systems'),
    activeSystems: count('systems_active'),
    totalEndpoints: count('endpoints'),
    activeEndpoints: count('endpoints_active'),
    totalWorkflows: flows.totalWorkflows,
    activeWorkflows: flows.activeWorkflows,
    executionsToday: flows.executionsToday,
    successRate: flows.successRate,
  }
}
