import type { DashboardMetrics, Health } from '@crossdock/client'
import type { KnownAnswer } from '@crossdock/admin/kit'

export type Components = Health['components']

const kinds = ['failedJobs', 'parkedEvents'] as const

/** The problems of the installation, by kind. */
export const troubleIn = (metrics: DashboardMetrics | undefined) =>
  kinds.filter((name) => (metrics?.trouble?.[name] ?? 0) > 0)

/** The unhealthy components. A component that was not checked yet does not count. */
export const unhealthyIn = (components: Components) =>
  Object.entries(components).flatMap(([name, { status }]) =>
    status === 'ok' || status === 'unknown' ? [] : [{ name, status }]
  )

export function troubleState(read: KnownAnswer) {
  const metrics = read<DashboardMetrics>('dashboard/metrics')
  const health = read<Pick<Health, 'components'>>('health')
  if (!metrics || !health) return undefined
  return { count: troubleIn(metrics).length + unhealthyIn(health.components ?? {}).length }
}
