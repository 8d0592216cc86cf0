import { Badge } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { webhookBadge, type Webhook } from '../model.js'

/** The status of a webhook. */
export function StatusBadge({ webhook: { status } }: { webhook: Pick<Webhook, 'status'> }) {
  const translate = useTranslate()
  return (
    <Badge variant={webhookBadge[status]} dot={status !== 'paused'}>
      {translate(`webhooks.status.${status}`, { _: status })}
    </Badge>
  )
}
