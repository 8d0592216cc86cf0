import type { ActivityEntry } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Section, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { ActivityRows, ActivitySkeleton } from './ActivityRows.js'

/** Number of entries on the dashboard. */
const shown = 5

interface RecentActivityProps {
  entries: ActivityEntry[] | undefined
}

/** The latest activity; without entries while they load. */
export const RecentActivity = memo(function RecentActivity({ entries }: RecentActivityProps) {
  const translate = useTranslate()
  const { can } = usePermissions()
  return (
    <Section
      flush
      title={translate('dashboard.activity.title')}
      actions={
        can('activity.read') && (
          <Button size="small" component={Link} to="/activity" sx={{ mr: -1.25 }}>
            {translate('dashboard.activity.viewAll')}
          </Button>
        )
      }
    >
      {entries ? (
        <ActivityRows entries={entries.slice(0, shown)} />
      ) : (
        <ActivitySkeleton rows={shown} />
      )}
    </Section>
  )
})
