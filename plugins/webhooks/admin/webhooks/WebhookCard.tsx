import Box from '@mui/material/Box'
import { RowLink } from '@crossdock/admin/kit'
import type { ReactNode } from 'react'
import { webhookPath, type Webhook } from '../model.js'
import { StatusBadge } from '../pieces/StatusBadge.js'
import { code, cut } from '../pieces/text_style.js'
import { Events, LastDelivery } from './Cells.js'

interface WebhookCardProps {
  webhook: Webhook
  menu: ReactNode
}

/** A webhook on phones. */
export function WebhookCard({ webhook, menu }: WebhookCardProps) {
  const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 } as const
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, px: 2, py: 1.25 }}>
      <Box sx={{ ...line, minHeight: 30 }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <RowLink to={webhookPath(webhook)}>{webhook.name}</RowLink>
        </Box>
        <StatusBadge webhook={webhook} />
        {menu}
      </Box>
      <Box sx={{ ...code, ...cut, color: 'text.secondary' }} title={webhook.url}>
        {webhook.url}
      </Box>
      <Box sx={{ ...line, fontSize: '0.8125rem' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Events webhook={webhook} />
        </Box>
        <LastDelivery webhook={webhook} />
      </Box>
    </Box>
  )
}
