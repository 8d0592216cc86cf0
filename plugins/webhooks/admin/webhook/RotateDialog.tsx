import type { RotatedWebhookSecret } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import { FormDialog, formatDateTime, useAction } from '@crossdock/admin/kit'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { NumberInput } from 'react-admin'
import type { Webhook } from '../model.js'

interface RotateForm {
  keepHours: number
}

interface RotateDialogProps {
  webhook: Webhook
  onRotated: (rotated: RotatedWebhookSecret) => void
  onClose: () => void
}

/** Creates a new secret; the present secret also signs for some hours. */
export default function RotateDialog({ webhook, onRotated, onClose }: RotateDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.rotate.${key}`, values)
  const { previousSecretUntil: until } = webhook
  const rotate = useAction<RotatedWebhookSecret, RotateForm>(
    ({ keepHours }) => ({ path: `webhooks/${webhook.id}/rotate-secret`, body: { keepHours } }),
    {
      invalidates: ['webhooks'],
      error: { fallback: text('failed'), inForm: true },
      onSuccess: onRotated,
    }
  )
  return (
    <FormDialog<RotateForm>
      open
      maxWidth="xs"
      title={text('title')}
      description={text('text')}
      defaultValues={{ keepHours: 24 }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => rotate.mutateAsync(form)}
      onClose={onClose}
    >
      {until && Date.parse(until) > Date.now() && (
        <Alert severity="warning">{text('again', { time: formatDateTime(until) })}</Alert>
      )}
      <NumberInput
        source="keepHours"
        label={text('keepHours')}
        helperText={text('keepHint')}
        validate={[required(text('keepNeeded')), minValue(0), maxValue(168)]}
      />
    </FormDialog>
  )
}
