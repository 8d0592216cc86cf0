import { tenantTable } from '@crossdock/kernel/tenancy'
import type { FlowStatistics } from '../contracts/index.js'
import type { StoredStatus } from '../models/execution.js'

type Counts = Record<StoredStatus, number>

/** Midnight UTC. */
const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`

/** Percent with one decimal; null when there is nothing to compare. */
const percent = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

async function countByStatus(since?: { column: string; from: string }): Promise<Counts> {
  const counts: Counts = { started: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
  const query = tenantTable<{ status: StoredStatus; total: number }>('flow_execution_history')
  if (since) query.where(since.column, '>=', since.from)
  const rows = await query.select('status').count('* as total').groupBy('status')
  for (const { status, total } of rows) counts[status] = Number(total)
  return counts
}

/** The six numbers above the list of runs. */
export async function executionStats() {
  const all = await countByStatus()
  const ended = await countByStatus({ column: 'completed_at', from: today() })
  const [mean] = await tenantTable<{ duration: number | string | null }>('flow_execution_history')
    .where('status', 'completed')
    .avg('duration as duration')
  const { started, running, completed, failed, cancelled } = all
  return {
    totalExecutions: started + running + completed + failed + cancelled,
    runningExecutions: started + running,
    completedToday: ended.completed,
    failedToday: ended.failed,
    averageDuration: mean?.duration == null ? null : Math.round(Number(mean.duration)),
    successRate: percent(completed, completed + failed),
  }
}

export const statistics: FlowStatistics = {
  async summary() {
    const flows = await tenantTable<{ is_active: boolean | number; total: number }>(
      'integration_workflows'
    )
      .select('is_active')
      .count('* as total')
      .groupBy('is_active')
    const count = (wanted?: boolean) =>
      flows
        .filter((row) => wanted === undefined || Boolean(row.is_active) === wanted)
        .reduce((sum, row) => sum + Number(row.total), 0)
    const runs = await countByStatus({ column: 'created_at', from: today() })
    return {
      totalWorkflows: count(),
      activeWorkflows: count(true),
      executionsToday: Object.values(runs).reduce((sum, one) => sum + one, 0),
      successRate: percent(runs.completed, runs.completed + runs.failed),
    }
  },
}
