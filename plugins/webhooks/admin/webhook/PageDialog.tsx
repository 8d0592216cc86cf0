import type { WebhookReceiverPageAddress } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import { FormDialog, useAction } from '@crossdock/admin/kit'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { NumberInput } from 'react-admin'
import type { Webhook } from '../model.js'

interface PageForm {
  days: number
}

interface PageDialogProps {
  webhook: Webhook
  onMade: (page: WebhookReceiverPageAddress) => void
  onClose: () => void
}

/** Creates the link for the receiver, which expires. */
export default function PageDialog({ webhook, onMade, onClose }: PageDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.receiver.${key}`)
  const make = useAction<WebhookReceiverPageAddress, PageForm>(
    ({ days }) => ({ path: `webhooks/${webhook.id}/receiver-page`, body: { days } }),
    {
      invalidates: ['webhooks'],
      error: { fallback: translate('webhooks.failed'), inForm: true },
      onSuccess: onMade,
    }
  )
  return (
    <FormDialog<PageForm>
      open
      maxWidth="xs"
      title={text('create')}
      description={text('createText')}
      defaultValues={{ days: 30 }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => make.mutateAsync(form)}
      onClose={onClose}
    >
      {webhook.receiverPage && <Alert severity="warning">{text('replaces')}</Alert>}
      <NumberInput
        source="days"
        label={text('days')}
        helperText={text('daysHint')}
        validate={[required(text('daysNeeded')), minValue(1), maxValue(365)]}
      />
    </FormDialog>
  )
}
