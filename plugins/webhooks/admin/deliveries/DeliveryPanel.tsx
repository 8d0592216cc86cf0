import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import { Icon } from '@crossdock/admin/kit'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { Webhook } from '../model.js'
import { DeliveryContent } from './DeliveryContent.js'

interface DeliveryPanelProps {
  webhook: Webhook
  id: string
  onClose: () => void
}

/** One delivery beside the list. Escape closes the panel. */
export default function DeliveryPanel({ webhook, id, onClose }: DeliveryPanelProps) {
  const translate = useTranslate()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      // An open menu or dialog handles the key first.
      const isTaken =
        event.defaultPrevented ||
        document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')
      if (event.key === 'Escape' && !isTaken) close.current()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  return (
    <Card
      component="aside"
      aria-label={translate('webhooks.panel.label')}
      sx={{
        ...{ position: 'sticky', top: 'calc(var(--bar-height, 0px) + 72px)', flex: 'none' },
        ...{ width: { lg: 380, xl: 420 }, overflowY: 'auto', p: 2 },
        maxHeight: 'calc(100dvh - var(--bar-height, 0px) - 72px - 24px)',
      }}
    >
      <DeliveryContent
        key={id}
        webhook={webhook}
        id={id}
        close={
          <IconButton size="small" aria-label={translate('webhooks.panel.close')} onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
        }
      />
    </Card>
  )
}
