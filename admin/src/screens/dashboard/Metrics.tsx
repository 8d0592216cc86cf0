import type { DashboardMetrics } from '@crossdock/client'
import { ErrorState, formatInteger, StatStrip, useRead, type ToneName } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { unhealthyIn } from './trouble.js'
import { useHealth } from './use_health.js'
import { useOpenPath } from '../start/use_open_path.js'

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

/** The four numbers below the problems. */
export const Metrics = memo(function Metrics() {
  const translate = useTranslate()
  const open = useOpenPath()
  const metrics = useRead<DashboardMetrics>('dashboard/metrics')
  const statusHint = useStatusHint(metrics.data?.trouble)
  if (metrics.error) {
    return <ErrorState error={metrics.error} onRetry={() => void metrics.refetch()} />
  }
  const text = (key: string, values?: object) => translate(`dashboard.metrics.${key}`, values)
  const { totalAssets = 0, activeUsers = 0, invitedUsers = 0 } = metrics.data ?? {}
  const { integrations = 0, systemStatus } = metrics.data ?? {}
  const status = systemStatus ?? 'down'
  // Only numbers of areas that this person may open.
  const counts = [
    { label: text('totalAssets'), value: formatInteger(totalAssets), to: open('/assets') },
    {
      label: text('activeUsers'),
      value: formatInteger(activeUsers),
      to: open('/users') && activePeople,
      hint: invitedUsers > 0 ? text('invited', { smart_count: invitedUsers }) : undefined,
    },
    { label: text('integrations'), value: formatInteger(integrations), to: open('/integrations') },
  ].filter(({ to }) => to)
  return (
    <StatStrip
      loading={metrics.isPending}
      figures={[
        ...counts,
        {
          label: text('status'),
          value: translate(`dashboard.status.${status}`),
          tone: tones[status],
          hint: statusHint,
        },
      ]}
    />
  )
})

/** The details behind the status word, when not everything is healthy. */
function useStatusHint(trouble: DashboardMetrics['trouble'] | undefined): string | undefined {
  const translate = useTranslate()
  const health = useHealth() ?? {}
  const bad = unhealthyIn(health).map(({ name }) => name)
  for (const [name, smart_count] of Object.entries(trouble ?? {})) {
    if (smart_count > 0) bad.push(translate(`dashboard.trouble.${name}`, { smart_count }))
  }
  return bad.length > 0 ? bad.join(', ') : undefined
}
