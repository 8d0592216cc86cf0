import { flowStatistics } from '@crossdock/flows/contracts'
import { tenantTable } from '@crossdock/kernel/tenancy'

/** The figures of the integrations screen; those of workflows and their runs come from flows. */
export async function readStats() {
  const systems = await countActive('external_systems')
  const endpoints = await countActive('api_endpoints')
  const flows = await flowStatistics.use().summary()
  return {
    connectedSystems: systems.total,
    activeSystems: systems.active,
    totalEndpoints: endpoints.total,
    activeEndpoints: endpoints.active,
    totalWorkflows: flows.totalWorkflows,
    activeWorkflows: flows.activeWorkflows,
    executionsToday: flows.executionsToday,
    successRate: flows.successRate,
  }
}

async function countActive(table: string): Promise<{ total: number; active: number }> {
  const rows = await tenantTable<{ is_active: boolean | number; total: number }>(table)
    .select('is_active')
    .count('* as total')
    .groupBy('is_active')
  const active = rows.filter((row) => Boolean(row.is_active))
  const sum = (list: typeof rows) => list.reduce((total, row) => total + Number(row.total), 0)
  return { total: sum(rows), active: sum(active) }
}
