import type { DashboardMetrics } from '@crossdock/client'
import Box from '@mui/material/Box'
import { ErrorState, StatCard, StatGrid, useRead, type ToneName } from '@crossdock/admin/kit'
import { Activity, Boxes, Plug, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { unwellIn } from './trouble.js'
import { useHealth } from './use_health.js'
import { useOpenPath } from './use_open_path.js'

type SystemStatus = 'operational' | 'degraded' | 'down'

const tones: Record<SystemStatus, ToneName> = {
  operational: 'success',
  degraded: 'warning',
  down: 'danger',
}

/** The people that `activeUsers` counts. */
const activePeople = `/users?${new URLSearchParams({
  filter: JSON.stringify({ status: ['active'] }),
}).toString()}`

/** The four summary blocks. */
export const Metrics = memo(function Metrics() {
  const translate = useTranslate()
  const open = useOpenPath()
  const metrics = useRead<DashboardMetrics>('dashboard/metrics')
  if (metrics.error) {
    return <ErrorState error={metrics.error} onRetry={() => void metrics.refetch()} />
  }
  const loading = metrics.isPending
  const { totalAssets = 0, activeUsers = 0, invitedUsers = 0 } = metrics.data ?? {}
  const { integrations = 0, systemStatus } = metrics.data ?? {}
  const status = systemStatus ?? 'down'
  return (
    <StatGrid>
      <StatCard
        label={translate('dashboard.metrics.totalAssets')}
        to={open('/assets')}
        value={totalAssets}
        hint={translate('dashboard.metrics.totalAssetsHint')}
        icon={Boxes}
        loading={loading}
      />
      <StatCard
        label={translate('dashboard.metrics.activeUsers')}
        to={open('/users') && activePeople}
        value={activeUsers}
        hint={
          invitedUsers > 0
            ? translate('dashboard.metrics.invited', { smart_count: invitedUsers })
            : translate('dashboard.metrics.activeUsersHint')
        }
        icon={Users}
        loading={loading}
      />
      <StatCard
        label={translate('dashboard.metrics.integrations')}
        to={open('/integrations')}
        value={integrations}
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
})

// Says what stands behind the one word: how many components answered, or what is not well.
function StatusHint({ trouble }: { trouble?: DashboardMetrics['trouble'] }) {
  const translate = useTranslate()
  const health = useHealth() ?? {}
  const components = Object.entries(health)
  const isKnown = components.length > 0
  const bad = unwellIn(health).map(({ name }) => name)
  const untried = components.filter(([, { status }]) => status === 'unknown').map(([name]) => name)
  for (const [name, smart_count] of Object.entries(trouble ?? {})) {
    if (smart_count > 0) bad.push(translate(`dashboard.trouble.${name}`, { smart_count }))
  }
  const text =
    bad.length === 0
      ? untried.length > 0
        ? translate('dashboard.components.untried', { names: untried.join(', ') })
        : translate('dashboard.components.allOk', { smart_count: components.length || 3 })
      : translate('dashboard.components.someBad', { names: bad.join(', ') })
  // What it most likely will say keeps its place, and on a phone a second line.
  return (
    <Box
      component="span"
      sx={{
        display: 'block',
        minHeight: { xs: '2lh', sm: '1lh' },
        visibility: isKnown ? undefined : 'hidden',
      }}
    >
      {text}
    </Box>
  )
}
