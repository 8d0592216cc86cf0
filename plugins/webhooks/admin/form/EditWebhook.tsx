import type { CreatedWebhookSubscription } from '@crossdock/client'
import Button from '@mui/material/Button'
import { ErrorState, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Webhook } from '../model.js'
import { WebhookDialog } from './WebhookDialog.js'

interface EditWebhookProps {
  /** Id of the webhook to change, from the URL. Undefined creates a webhook. */
  id?: string
  onCreated?: (created: CreatedWebhookSubscription) => void
  onClose: () => void
}

/** The form of a webhook; reads an existing one first. */
export default function EditWebhook({ id, ...form }: EditWebhookProps) {
  return id === undefined ? (
    <WebhookDialog {...form} />
  ) : (
    <KnownWebhook id={id} onClose={form.onClose} />
  )
}

function KnownWebhook({ id, onClose }: { id: string; onClose: () => void }) {
  const translate = useTranslate()
  const webhook = useRead<Webhook>(['webhooks', id])
  if (webhook.data) return <WebhookDialog webhook={webhook.data} onClose={onClose} />
  return (
    <PlainDialog
      title={translate('webhooks.form.edit')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{translate('kit.close')}</Button>}
    >
      {webhook.error ? (
        <ErrorState plain error={webhook.error} onRetry={() => void webhook.refetch()} />
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </PlainDialog>
  )
}
