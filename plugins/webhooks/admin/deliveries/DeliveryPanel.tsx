import IconButton from '@mui/material/IconButton'
import { Icon, SidePanel } from '@crossdock/admin/kit'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Webhook } from '../model.js'
import { DeliveryContent } from './DeliveryContent.js'

interface DeliveryPanelProps {
  webhook: Webhook
  id: string
  onClose: () => void
}

/** One delivery next to the list. */
export default function DeliveryPanel({ webhook, id, onClose }: DeliveryPanelProps) {
  const translate = useTranslate()
  return (
    <SidePanel
      label={translate('webhooks.panel.label')}
      width={{ lg: 400, xl: 440 }}
      onClose={onClose}
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
    </SidePanel>
  )
}
