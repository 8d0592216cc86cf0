import type { Notification } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { RelativeTime, ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useNotificationAddress } from './use_address.js'

interface NotificationRowProps {
  notification: Notification
  onRead: () => void
  /** Called when the notification opens another screen. */
  onLeave: () => void
}

/** One notification. A press marks it as read and opens its address. */
export function NotificationRow({ notification, onRead, onLeave }: NotificationRowProps) {
  const translate = useTranslate()
  const to = useNotificationAddress()(notification)
  const { text, label, readAt, endedAt, createdAt } = notification
  const isUnread = readAt === null
  const isDone = !isUnread && !to
  const press = () => {
    if (isUnread) onRead()
    if (to) onLeave()
  }
  const leads = to ? { component: Link, to } : {}
  return (
    <Box component="li" sx={{ '& + li': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        {...leads}
        // Not disabled: a disabled row would lose the focus when it is marked as read.
        aria-disabled={isDone}
        disableRipple={isDone}
        onClick={press}
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          justifyContent: 'flex-start',
          gap: 1.25,
          width: '100%',
          px: 2,
          py: 1.25,
          textAlign: 'left',
          cursor: isDone ? 'default' : 'pointer',
          '&:focus-visible, &:hover:not([aria-disabled=true])': { bgcolor: 'action.hover' },
        }}
      >
        <Box
          aria-hidden
          sx={{
            flex: 'none',
            width: 8,
            height: 8,
            mt: 0.75,
            borderRadius: '50%',
            bgcolor: isUnread ? 'primary.main' : 'transparent',
          }}
        />
        <Box sx={{ minWidth: 0 }}>
          {isUnread && <ScreenReaderOnly>{translate('notifications.isUnread')} </ScreenReaderOnly>}
          <Box
            component="span"
            sx={{
              display: 'block',
              fontSize: '0.875rem',
              lineHeight: 1.45,
              fontWeight: isUnread ? 500 : 400,
              color: isUnread ? 'text.primary' : 'text.secondary',
              overflowWrap: 'anywhere',
            }}
          >
            {text}
          </Box>
          <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {label} · <RelativeTime time={createdAt} />
            {endedAt && ` · ${translate('notifications.state.ended')}`}
          </Box>
        </Box>
      </ButtonBase>
    </Box>
  )
}
