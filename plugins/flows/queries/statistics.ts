import { clock } from '@crossdock/kernel/database'
import { countersInEnvironment, type Sums } from '@crossdock/kernel/counters'
import type { FlowStatistics } from '../contracts/index.js'

/** Returns midnight UTC of today. */
const today = () => `${clock.date().toISOString().slice(0, 10)}T00:00:00.000Z`

/** Percentage with one decimal, rounded down, so that 100 means that nothing failed. Null if `whole` is 0. */
const percent = (part: number, whole: number) =>
  whole === 0 ? null : Math.floor((part / whole) * 1000) / 10

const none = { n: 0, valued: 0, total: 0 }

/**
 * Returns the value of a counter.
 * @param key for counters that distinguish statuses
 */
const pick = (sums: readonly Sums[], name: string, key = '') =>
  sums.find((one) => one.counter === `flows.${name}` && one.key === key) ?? none

/** Returns the six numbers above the list of runs, for the context's environment. */
export async function executionStats() {
  const all = await countersInEnvironment(['flows.runs', 'flows.outcomes'])
  const ended = await countersInEnvironment(['flows.ended'], today())
  const { n: runs } = pick(all, 'runs')
  const completed = pick(all, 'outcomes', 'completed')
  const { n: failed } = pick(all, 'outcomes', 'failed')
  const { n: cancelled } = pick(all, 'outcomes', 'cancelled')
  const { valued, total } = completed
  return {
    totalExecutions: runs,
    runningExecutions: runs - completed.n - failed - cancelled,
    completedToday: pick(ended, 'ended', 'completed').n,
    failedToday: pick(ended, 'ended', 'failed').n,
    averageDuration: valued === 0 ? null : Math.round(total / valued),
    successRate: percent(completed.n, completed.n + failed),
  }
}

export const statistics: FlowStatistics = {
  async summary() {
    const flows = await countersInEnvironment(['flows.workflows', 'flows.workflows_active'])
    const runs = await countersInEnvironment(['flows.runs', 'flows.ended'], today())
    const { n: completed } = pick(runs, 'ended', 'completed')
    const { n: failed } = pick(runs, 'ended', 'failed')
    return {
      totalWorkflows: pick(flows, 'workflows').n,
      activeWorkflows: pick(flows, 'workflows_active').n,
      executionsToday: pick(runs, 'runs').n,
      successRate: percent(completed, completed + failed),
    }
  },
}
