import type { IntegrationStats } from '@crossdock/client'
import { ErrorState, formatInteger, formatPercent, StatStrip, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The four statistics at the top of the area. */
export function Stats() {
  const translate = useTranslate()
  const stats = useRead<IntegrationStats>('integrations/stats')
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const figures = stats.data
  const text = (key: string, values?: object) => translate(`integrations.stats.${key}`, values)
  const counted = (label: string, value = 0, active = 0) => ({
    label: text(label),
    value,
    hint: text('active', { count: formatInteger(active) }),
  })
  const rate = figures?.successRate
  return (
    <StatStrip
      loading={stats.isPending}
      figures={[
        counted('systems', figures?.connectedSystems, figures?.activeSystems),
        counted('endpoints', figures?.totalEndpoints, figures?.activeEndpoints),
        counted('workflows', figures?.totalWorkflows, figures?.activeWorkflows),
        {
          label: text('executions'),
          value: figures?.executionsToday ?? 0,
          hint: rate == null ? text('noRate') : text('rate', { rate: formatPercent(rate) }),
        },
      ]}
    />
  )
}
