import { ErrorState, formatInteger, StatStrip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useStats } from './pieces/use_stats.js'

/** The four statistics of sync contracts. */
export function Stats() {
  const translate = useTranslate()
  const stats = useStats()
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const text = (key: string, values?: object) => translate(`sync.stats.${key}`, values)
  const {
    totalContracts = 0,
    activeContracts = 0,
    syncedToday = 0,
    conflictsToday = 0,
    openConflicts = 0,
  } = stats.data ?? {}
  return (
    <StatStrip
      loading={stats.isPending}
      figures={[
        { label: text('total'), value: totalContracts },
        { label: text('active'), value: activeContracts },
        {
          label: text('synced'),
          value: formatInteger(syncedToday),
          hint: text('files', { smart_count: syncedToday }),
        },
        {
          label: text('conflicts'),
          value: conflictsToday,
          hint:
            openConflicts > 0 ? text('open', { count: formatInteger(openConflicts) }) : undefined,
        },
      ]}
    />
  )
}
