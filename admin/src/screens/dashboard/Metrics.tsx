import type { DashboardMetrics, Health } from '@crossdock/client'
import {
  ApiError,
  ErrorState,
  formatInteger,
  StatCard,
  StatGrid,
  useRead,
  type ToneName,
} from '@crossdock/admin/kit'
import { Activity, Boxes, Plug, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'

type SystemStatus = 'operational' | 'degraded' | 'down'

const tones: Record<SystemStatus, ToneName> = {
  operational: 'success',
  degraded: 'warning',
  down: 'danger',
}

/** The four summary blocks. */
export function Metrics() {
  const translate = useTranslate()
  const metrics = useRead<DashboardMetrics>('dashboard/metrics')
  if (metrics.error) {
    return <ErrorState error={metrics.error} onRetry={() => void metrics.refetch()} />
  }
  const loading = metrics.isPending
  const { totalAssets = 0, activeUsers = 0, integrations = 0, systemStatus } = metrics.data ?? {}
  const status = systemStatus ?? 'down'
  return (
    <StatGrid>
      <StatCard
        label={translate('dashboard.metrics.totalAssets')}
        value={formatInteger(totalAssets)}
        hint={translate('dashboard.metrics.totalAssetsHint')}
        icon={Boxes}
        loading={loading}
      />
      <StatCard
        label={translate('dashboard.metrics.activeUsers')}
        value={formatInteger(activeUsers)}
        hint={translate('dashboard.metrics.activeUsersHint')}
        icon={Users}
        loading={loading}
      />
      <StatCard
        label={translate('dashboard.metrics.integrations')}
        value={formatInteger(integrations)}
        hint={translate('dashboard.metrics.integrationsHint')}
        icon={Plug}
        loading={loading}
      />
      <StatCard
        label={translate('dashboard.metrics.status')}
        value={translate(`dashboard.status.${status}`)}
        hint={<StatusHint trouble={metrics.data?.trouble} />}
        tone={tones[status]}
        icon={Activity}
        loading={loading}
      />
    </StatGrid>
  )
}

// Says what stands behind the one word: how many components answered, or what is not well.
function StatusHint({ trouble }: { trouble?: DashboardMetrics['trouble'] }) {
  const translate = useTranslate()
  const health = useRead<Pick<Health, 'components'>>('health')
  const components = Object.entries((health.data ?? failing(health.error))?.components ?? {})
  if (components.length === 0) return <>&nbsp;</>
  const bad = components.filter(([, { status }]) => status !== 'ok').map(([name]) => name)
  for (const [name, smart_count] of Object.entries(trouble ?? {})) {
    if (smart_count > 0) bad.push(translate(`dashboard.trouble.${name}`, { smart_count }))
  }
  return bad.length === 0
    ? translate('dashboard.components.allOk', { smart_count: components.length })
    : translate('dashboard.components.someBad', { names: bad.join(', ') })
}

// A component that is down makes the answer a 503; it names the component all the same.
const failing = (error: Error | null): Pick<Health, 'components'> | undefined =>
  error instanceof ApiError && 'components' in error.body
    ? (error.body as Pick<Health, 'components'>)
    : undefined
