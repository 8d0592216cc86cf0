import type { ActivityEntry } from '@crossdock/client'
import { EmptyState, LoadedList, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { History } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { ActivityRows } from './ActivityRows.js'

/** Behind "View all": the newest hundred entries of the feed. */
export default function ActivityDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const activity = useRead<ActivityEntry[]>('activity', { query: { limit: 100 } })
  return (
    <PlainDialog title={translate('dashboard.activity.all')} onClose={onClose}>
      <LoadedList
        plain
        read={activity}
        skeleton={<RowsSkeleton />}
        empty={<EmptyState plain icon={History} title={translate('dashboard.activity.empty')} />}
      >
        {(entries) => <ActivityRows entries={entries} />}
      </LoadedList>
    </PlainDialog>
  )
}
