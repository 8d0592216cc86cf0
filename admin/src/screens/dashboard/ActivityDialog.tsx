import { EmptyState, ErrorState, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { History } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { ActivityRows, type ActivityEntry } from './ActivityRows.js'

/** Behind "View all": the newest hundred entries of the feed. */
export default function ActivityDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const activity = useRead<ActivityEntry[]>('activity', { query: { limit: 100 } })
  return (
    <PlainDialog title={translate('dashboard.activity.all')} onClose={onClose}>
      {activity.isPending ? (
        <RowsSkeleton />
      ) : activity.error ? (
        <ErrorState plain error={activity.error} onRetry={() => void activity.refetch()} />
      ) : activity.data.length === 0 ? (
        <EmptyState plain icon={History} title={translate('dashboard.activity.empty')} />
      ) : (
        <ActivityRows entries={activity.data} />
      )}
    </PlainDialog>
  )
}
