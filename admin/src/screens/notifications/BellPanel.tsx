import type { Notification } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { EmptyState, ErrorState, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { Bell } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { NotificationRow } from './NotificationRow.js'
import { useMarkRead } from './use_mark_read.js'

interface BellPanelProps {
  anchor: HTMLElement
  unread: number
  onClose: () => void
}

const newest = { range: '[0,9]' }

/** The panel of the bell with the latest notifications; full width on phones. */
export default function BellPanel({ anchor, unread, onClose }: BellPanelProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`notifications.${key}`)
  const id = useId()
  const list = useRead<Notification[]>('notifications', { query: newest })
  const mark = useMarkRead()
  const [first] = list.data ?? []
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      marginThreshold={8}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          sx: {
            display: 'flex',
            flexDirection: 'column',
            width: { xs: 'calc(100vw - 16px)', sm: 420 },
            maxWidth: 'none',
            mt: 0.75,
            borderRadius: '12px',
          },
        },
      }}
    >
      <Box sx={{ ...bar, pl: 2.5, pr: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          {text('title')}
        </Typography>
        {unread > 0 && first && (
          <Button
            size="small"
            disabled={mark.isPending}
            // Mark notifications only up to the newest one shown, so that later ones stay unread.
            onClick={() => mark.mutate({ upTo: first.createdAt })}
          >
            {text('markAll')}
          </Button>
        )}
      </Box>
      <Box sx={{ overflowY: 'auto', flex: 1 }}>
        {list.isPending && <RowsSkeleton rows={3} />}
        {list.error && <ErrorState plain error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && !first && (
          <EmptyState
            plain
            icon={Bell}
            title={text('empty.title')}
            description={text('empty.text')}
          />
        )}
        {first && (
          <Box component="ul" aria-label={text('list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {list.data!.map((one) => (
              <NotificationRow
                key={one.id}
                notification={one}
                onRead={() => mark.mutate({ ids: [one.id] })}
                onLeave={onClose}
              />
            ))}
          </Box>
        )}
      </Box>
      <Box sx={{ ...bar, px: 1.5, borderTop: 1, borderColor: 'divider' }}>
        <Button size="small" component={Link} to="/notifications" onClick={onClose}>
          {text('all')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button
          size="small"
          component={Link}
          to="/settings?tab=notifications"
          onClick={onClose}
          sx={{ color: 'text.secondary' }}
        >
          {text('settings')}
        </Button>
      </Box>
    </Popover>
  )
}

const bar = { display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, py: 0.75 } as const
