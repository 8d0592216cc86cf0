import { ErrorState, formatDuration, StatStrip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Webhook } from '../model.js'
import { useStats } from './use_stats.js'

/** The five statistics of a webhook. */
export function Stats({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const stats = useStats(webhook)
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const label = (key: string) => translate(`webhooks.stats.${key}`)
  const { today = 0, delivered = 0, retrying = 0, failed = 0, p95Ms } = stats.data ?? {}
  return (
    <StatStrip
      loading={stats.isPending}
      figures={[
        { label: label('today'), value: today },
        { label: label('delivered'), value: delivered },
        {
          label: label('retrying'),
          value: retrying,
          ...(retrying > 0 ? { tone: 'warning' as const } : {}),
        },
        { label: label('failed'), value: failed, isDanger: failed > 0 },
        { label: label('p95'), value: formatDuration(p95Ms) },
      ]}
    />
  )
}
