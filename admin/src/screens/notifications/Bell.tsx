import type { UnreadNotifications } from '@crossdock/client'
import IconButton from '@mui/material/IconButton'
import { Icon, lazyPart, Tooltip, usePermissions, useRead } from '@crossdock/admin/kit'
import { Bell as BellIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import CountBadge from '../../kit/CountBadge.js'
import { useTexts } from '../tenants/use_texts.js'

const BellPanel = lazyPart(() => import('./BellPanel.js'))

/** Polling interval (ms) while the event stream is disconnected. */
const POLL = 30_000

/** The header's bell with the person's unread notifications. Operators have it wherever they work. */
export default function Bell() {
  useTexts()
  const translate = useTranslate()
  const { isSuperAdmin } = usePermissions()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const unread = useRead<UnreadNotifications>('notifications/unread', {
    refetchInterval: POLL,
    // The live stream of a tenant does not carry the operator's notifications.
    isUnderWay: () => isSuperAdmin,
  })
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
