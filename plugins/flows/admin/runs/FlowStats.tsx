import type { ExecutionStats } from '@crossdock/client'
import { ErrorState, formatDuration, formatPercent, StatStrip, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { POLL } from './model.js'

/** The six figures above the runs. */
export function FlowStats() {
  const translate = useTranslate()
  const stats = useRead<ExecutionStats>('flow-executions/stats', { refetchInterval: POLL })
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const figures = stats.data
  const failed = figures?.failedToday ?? 0
  const label = (key: string) => translate(`flows.runs.stats.${key}`)
  return (
    <StatStrip
      loading={stats.isPending}
      figures={[
        { label: label('total'), value: figures?.totalExecutions ?? 0 },
        { label: label('running'), value: figures?.runningExecutions ?? 0 },
        { label: label('completed'), value: figures?.completedToday ?? 0 },
        { label: label('failed'), value: failed, isDanger: failed !== 0 },
        { label: label('duration'), value: formatDuration(figures?.averageDuration) },
        { label: label('rate'), value: formatPercent(figures?.successRate) },
      ]}
    />
  )
}
