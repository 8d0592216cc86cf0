import type { ExecutionStats } from '@crossdock/client'
import {
  ErrorState,
  formatDuration,
  formatInteger,
  formatPercent,
  StatCard,
  StatGrid,
  useRead,
} from '@crossdock/admin/kit'
import { CircleCheck, CircleX, ListTree, Percent, Play, Timer } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { POLL } from './model.js'

/** The six figures above the runs. */
export function FlowStats() {
  const translate = useTranslate()
  const stats = useRead<ExecutionStats>('flow-executions/stats', { refetchInterval: POLL })
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const figures = stats.data
  const count = (value = 0) => formatInteger(value)
  const cards = [
    ['total', ListTree, count(figures?.totalExecutions)],
    ['running', Play, count(figures?.runningExecutions)],
    ['completed', CircleCheck, count(figures?.completedToday)],
    ['failed', CircleX, count(figures?.failedToday)],
    ['duration', Timer, formatDuration(figures?.averageDuration)],
    ['rate', Percent, formatPercent(figures?.successRate)],
  ] as const
  return (
    <StatGrid>
      {cards.map(([key, icon, value]) => (
        <StatCard
          key={key}
          label={translate(`flows.runs.stats.${key}`)}
          value={value}
          icon={icon}
          loading={stats.isPending}
        />
      ))}
    </StatGrid>
  )
}
