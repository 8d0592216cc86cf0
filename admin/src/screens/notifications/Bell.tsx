import type { UnreadNotifications } from '@crossdock/client'
import IconButton from '@mui/material/IconButton'
import { Icon, lazyPart, Tooltip, useRead } from '@crossdock/admin/kit'
import { Bell as BellIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import CountBadge from '../../shell/tray/CountBadge.js'
import { useTexts } from '../tenants/use_texts.js'
import { useNotified } from './use_notified.js'

const BellPanel = lazyPart(() => import('./BellPanel.js'))

/** While the server does not tell what happens. */
const POLL = 30_000

/** The header's bell: how much its person has not read, and what that is. */
export default function Bell() {
  return useNotified() ? <OwnBell /> : null
}

function OwnBell() {
  useTexts()
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const unread = useRead<UnreadNotifications>('notifications/unread', { refetchInterval: POLL })
  const { count = 0 } = unread.data ?? {}
  const shown = count > 99 ? '99+' : String(count)
  const state = count > 0 ? 'some' : 'none'
  return (
    <>
      <Tooltip title={translate('notifications.title')}>
        <IconButton
          aria-label={translate(`notifications.bell.${state}`, { count: shown })}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onPointerEnter={BellPanel.preload}
          onFocus={BellPanel.preload}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon icon={BellIcon} size={18} />
          {count > 0 && <CountBadge>{shown}</CountBadge>}
        </IconButton>
      </Tooltip>
      {anchor && <BellPanel anchor={anchor} unread={count} onClose={() => setAnchor(null)} />}
    </>
  )
}
