import type { IntegrationStats as Figures } from '@crossdock/client'
import {
  ErrorState,
  formatInteger,
  formatNumber,
  formatPercent,
  StatCard,
  StatGrid,
  useRead,
} from '@crossdock/admin/kit'
import { Plug, Radio, Workflow as WorkflowIcon, Zap } from 'lucide-react'
import { useTranslate } from 'ra-core'

/** The four figures at the top of the area. */
export function Stats() {
  const translate = useTranslate()
  const stats = useRead<Figures>('integrations/stats')
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const figures = stats.data
  const text = (key: string, values?: object) => translate(`integrations.stats.${key}`, values)
  const counted = (value = 0, active = 0) => ({
    value,
    hint: text('active', { count: formatNumber(active) }),
    exactHint: text('active', { count: formatInteger(active) }),
  })
  const rate = figures?.successRate
  const loading = stats.isPending
  return (
    <StatGrid>
      <StatCard
        label={text('systems')}
        {...counted(figures?.connectedSystems, figures?.activeSystems)}
        icon={Plug}
        loading={loading}
      />
      <StatCard
        label={text('endpoints')}
        {...counted(figures?.totalEndpoints, figures?.activeEndpoints)}
        icon={Radio}
        loading={loading}
      />
      <StatCard
        label={text('workflows')}
        {...counted(figures?.totalWorkflows, figures?.activeWorkflows)}
        icon={WorkflowIcon}
        loading={loading}
      />
      <StatCard
        label={text('executions')}
        value={figures?.executionsToday ?? 0}
        // As long while it is read as it will be: the other takes two lines on phones.
        hint={
          loading || rate != null
            ? text('rate', { rate: formatPercent(rate ?? 1) })
            : text('noRate')
        }
        icon={Zap}
        loading={loading}
      />
    </StatGrid>
  )
}
