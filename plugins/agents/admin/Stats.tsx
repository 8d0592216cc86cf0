import { ErrorState, formatInteger, StatStrip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useStats } from './pieces/use_stats.js'

/** The four statistics of the agents. */
export function Stats() {
  const translate = useTranslate()
  const stats = useStats()
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const text = (key: string, values?: object) => translate(`agents.stats.${key}`, values)
  const {
    totalAgents = 0,
    onlineAgents = 0,
    pendingCommands = 0,
    completedToday = 0,
  } = stats.data ?? {}
  const offline = Math.max(0, totalAgents - onlineAgents)
  return (
    <StatStrip
      loading={stats.isPending}
      figures={[
        {
          label: text('total'),
          value: totalAgents,
          hint: text('online', { count: formatInteger(onlineAgents) }),
        },
        {
          label: text('both'),
          value: `${formatInteger(onlineAgents)} / ${formatInteger(offline)}`,
        },
        { label: text('pending'), value: pendingCommands },
        { label: text('completed'), value: completedToday },
      ]}
    />
  )
}
