import Button from '@mui/material/Button'
import { AttentionRow, RelativeTime, useAttention, type AttentionState } from '@crossdock/admin/kit'
import { Webhook as Icon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { Webhook } from '../model.js'
import { failingPath, webhookPath } from '../paths.js'

/** On the dashboard: webhooks whose receiver does not accept what it is sent. */
export default function FailingWebhooks(props: { onState: (state: AttentionState) => void }) {
  const translate = useTranslate()
  const failing = useAttention<Webhook>(failingPath, props.onState)
  const text = (key: string, values?: object) => translate(`webhooks.attention.${key}`, values)
  return failing.map((webhook) => {
    const { id, name, status, failingSince, url } = webhook
    return (
      <AttentionRow
        key={id}
        icon={Icon}
        tone={status === 'disabled' ? 'danger' : 'warning'}
        title={text(status === 'disabled' ? 'disabled' : 'failing', { name })}
        to={webhookPath(webhook)}
        facts={
          failingSince && (
            <>
              {text('since')} <RelativeTime time={failingSince} />
            </>
          )
        }
        reason={url}
        actions={
          <Button
            size="small"
            variant="outlined"
            component={Link}
            to={webhookPath(webhook)}
            aria-label={text('deliveriesOf', { name })}
          >
            {text('deliveries')}
          </Button>
        }
      />
    )
  })
}
