import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { EmptyState, ErrorState, Icon, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { History, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { ActivityRows, type ActivityEntry } from './ActivityRows.js'

/** Behind "View all": the newest hundred entries of the feed. */
export function ActivityDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const fullScreen = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  const activity = useRead<ActivityEntry[]>('activity', { query: { limit: 100 } })
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={fullScreen}
      maxWidth="sm"
      fullWidth
      aria-labelledby="activity-title"
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: 2.5, pr: 1.5, py: 1.5 }}>
        <Typography variant="h2" id="activity-title" sx={{ flex: 1, fontSize: '1.0625rem' }}>
          {translate('dashboard.activity.all')}
        </Typography>
        <IconButton size="small" aria-label={translate('kit.close')} onClick={onClose}>
          <Icon icon={X} />
        </IconButton>
      </Box>
      <Box sx={{ overflowY: 'auto' }} tabIndex={0} role="region" aria-labelledby="activity-title">
        {activity.isPending ? (
          <RowsSkeleton />
        ) : activity.error ? (
          <ErrorState plain error={activity.error} onRetry={() => void activity.refetch()} />
        ) : activity.data.length === 0 ? (
          <EmptyState plain icon={History} title={translate('dashboard.activity.empty')} />
        ) : (
          <ActivityRows entries={activity.data} />
        )}
      </Box>
    </Dialog>
  )
}
