import type { WebhookReceiverPageAddress } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  Badge,
  ConfirmDialog,
  formatDateTime,
  Icon,
  lazyPart,
  OnceDialog,
  RelativeTime,
  Section,
  useAction,
  usePermissions,
} from '@crossdock/admin/kit'
import { Link2 } from 'lucide-react'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Webhook } from '../model.js'
import { columns, Line, Lines } from '../pieces/Line.js'

const PageDialog = lazyPart(() => import('./PageDialog.js'))

const shown = ['deliveries', 'resend', 'rotate', 'address'] as const

/** The link to a page on which the receiver's people can check the webhook. */
export default function ReceiverTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.receiver.${key}`, values)
  const webhook = useRecordContext<Webhook>()
  const canWrite = usePermissions().can('webhooks.write')
  const [open, setOpen] = useState<'create' | 'revoke'>()
  const [made, setMade] = useState<WebhookReceiverPageAddress>()
  const close = () => setOpen(undefined)
  const revoke = useAction(
    () => ({ path: `webhooks/${webhook?.id}/receiver-page`, method: 'DELETE' }),
    {
      invalidates: ['webhooks'],
      onSuccess: close,
      success: { title: text('revoked') },
      error: { fallback: translate('webhooks.failed') },
    }
  )
  if (!webhook) return null
  const { receiverPage: page } = webhook
  return (
    <Box sx={columns}>
      <div>
        <Section
          title={text('title')}
          description={text('text')}
          actions={
            canWrite && (
              <>
                {page && <Button onClick={() => setOpen('revoke')}>{text('revoke')}</Button>}
                <Button
                  variant="outlined"
                  startIcon={<Icon icon={Link2} />}
                  onClick={() => setOpen('create')}
                >
                  {text(page ? 'createAnother' : 'create')}
                </Button>
              </>
            )
          }
        >
          {page ? (
            <Lines>
              <Line label={text('state')}>
                <Badge variant="success" dot>
                  {text('open')}
                </Badge>
              </Line>
              <Line label={text('created')}>
                <RelativeTime time={page.createdAt} />
              </Line>
              <Line label={text('expires')}>{formatDateTime(page.expiresAt)}</Line>
            </Lines>
          ) : (
            <Typography variant="body2" color="textSecondary">
              {text('none')}
            </Typography>
          )}
        </Section>
      </div>
      <div>
        <Section title={text('shows')}>
          <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
            {shown.map((one) => (
              <Typography key={one} component="li" variant="body2">
                {text(`shown.${one}`)}
              </Typography>
            ))}
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
            {text('hides')}
          </Typography>
        </Section>
      </div>
      {open === 'create' && <PageDialog webhook={webhook} onMade={setMade} onClose={close} />}
      <ConfirmDialog
        open={open === 'revoke'}
        title={text('confirm')}
        description={text('confirmText')}
        confirmLabel={text('revoke')}
        destructive
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={close}
      />
      {made && (
        <OnceDialog
          title={text('made')}
          description={text('madeText', { time: formatDateTime(made.expiresAt) })}
          label={text('link')}
          value={made.url}
          onClose={() => setMade(undefined)}
        />
      )}
    </Box>
  )
}
