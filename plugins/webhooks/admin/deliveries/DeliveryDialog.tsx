import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Webhook } from '../model.js'
import { DeliveryContent } from './DeliveryContent.js'

interface DeliveryDialogProps {
  webhook: Webhook
  id: string
  onClose: () => void
}

/** One delivery in a dialog, for screens without room next to the list. */
export default function DeliveryDialog({ webhook, id, onClose }: DeliveryDialogProps) {
  const translate = useTranslate()
  return (
    <PlainDialog
      title={translate('webhooks.panel.label')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{translate('kit.close')}</Button>}
    >
      <Box sx={{ px: 3, pb: 3 }}>
        <DeliveryContent key={id} webhook={webhook} id={id} />
      </Box>
    </PlainDialog>
  )
}
