import { tenantFigures } from '@crossdock/backend/tenants'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { currentHealth, overallStatus } from './health.js'
import { isTroubled, recentTrouble } from './trouble.js'

const words = { ok: 'operational', degraded: 'degraded', down: 'down' } as const

/** The four numbers of the dashboard: those of a tenant, or the sums of all tenants for a super administrator. */
export async function dashboardMetrics() {
  const statuses = Object.values(await currentHealth()).map(({ status }) => status)
  const figures = currentContext().tenantId
    ? await countFigures()
    : await asOperator('a super administrator sees sums over all tenants', countFigures)
  // A tenant's failed work affects only that tenant: the status of others stays ok.
  if (isTroubled(figures.trouble)) statuses.push('degraded')
  return { ...figures, systemStatus: words[overallStatus(statuses)] }
}

async function countFigures() {
  return {
    totalAssets: await sum('totalAssets'),
    activeUsers: await sum('activeUsers'),
    invitedUsers: await sum('invitedUsers'),
    integrations: await sum('integrations'),
    trouble: await recentTrouble(),
  }
}

async function sum(figure: string): Promise<number> {
  const byTenant = await tenantFigures.get(figure)?.()
  return [...(byTenant?.values() ?? [])].reduce((total, value) => total + value, 0)
}
