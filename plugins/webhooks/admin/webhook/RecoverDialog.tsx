import type { WebhookRecovery } from '@crossdock/client'
import { FormDialog, formatDateTime, formatInteger, useAction } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import type { Webhook } from '../model.js'

interface RecoverForm {
  since: string
}

const DAY = 86_400_000

/** Formats a time for the browser's datetime field, in local time. */
function toLocal(time: number): string {
  const at = new Date(time)
  return new Date(time - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Resends failed and missing deliveries since a time. */
export default function RecoverDialog({
  webhook,
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.recover.${key}`, values)
  const recover = useAction<WebhookRecovery, RecoverForm>(
    ({ since }) => ({
      path: `webhooks/${webhook.id}/recover`,
      body: { since: new Date(since).toISOString() },
    }),
    {
      invalidates: [`webhooks/${webhook.id}`],
      success: ({ queued, next }) => ({
        title:
          queued === 0
            ? text('nothing')
            : text('done', { smart_count: queued, count: formatInteger(queued) }),
        ...(next ? { description: text('more', { time: formatDateTime(next) }) } : {}),
      }),
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<RecoverForm>
      open
      maxWidth="xs"
      title={text('title')}
      description={text('text')}
      // Events from before the webhook was created are sent only if the person chooses an earlier time.
      defaultValues={{ since: toLocal(Math.max(Date.now() - DAY, Date.parse(webhook.createdAt))) }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => recover.mutateAsync(form)}
      onClose={onClose}
    >
      <TextInput
        source="since"
        type="datetime-local"
        label={text('since')}
        helperText={text('sinceHint')}
        validate={required(text('sinceNeeded'))}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { min: toLocal(Date.now() - 30 * DAY), max: toLocal(Date.now()) },
        }}
      />
    </FormDialog>
  )
}
