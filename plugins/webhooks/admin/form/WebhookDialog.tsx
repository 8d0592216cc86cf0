import type { CreatedWebhookSubscription } from '@crossdock/client'
import {
  mapFieldErrors,
  FieldRow,
  FormDialog,
  useAction,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { BooleanInput, NumberInput, TextInput } from 'react-admin'
import type { Webhook } from '../model.js'
import { ConditionsInput } from './ConditionsInput.js'
import { EventsInput } from './EventsInput.js'
import { HeadersInput } from './HeadersInput.js'
import { toBody, toForm, webhookInputs, type WebhookForm } from './webhook_form.js'

interface WebhookDialogProps {
  /** The webhook to change. Undefined creates a webhook. */
  webhook?: Webhook
  onCreated?: (created: CreatedWebhookSubscription) => void
  onClose: () => void
}

/** Creates or changes a webhook. */
export function WebhookDialog({ webhook, onCreated, onClose }: WebhookDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.form.${key}`)
  const save = useAction<CreatedWebhookSubscription, WebhookForm>(
    (form) => ({
      path: webhook ? `webhooks/${webhook.id}` : 'webhooks',
      method: webhook ? 'PUT' : 'POST',
      body: toBody(form),
    }),
    {
      ifMatch: useUnlessChanged(`webhooks/${webhook?.id}`, webhook),
      invalidates: ['webhooks'],
      success: { title: text(webhook ? 'updated' : 'created') },
      error: { fallback: translate('webhooks.failed'), inForm: true },
      onSuccess: (saved) => onCreated?.(saved),
    }
  )
  return (
    <FormDialog<WebhookForm>
      open
      maxWidth="md"
      width={680}
      title={text(webhook ? 'edit' : 'create')}
      defaultValues={toForm(webhook)}
      submitLabel={text(webhook ? 'submitEdit' : 'submitCreate')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => mapFieldErrors(save.mutateAsync(form), webhookInputs)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="name"
          label={text('name')}
          validate={required(text('nameNeeded'))}
          autoComplete="off"
          autoFocus
        />
        <TextInput
          source="description"
          label={text('description')}
          placeholder={text('optional')}
          autoComplete="off"
        />
      </FieldRow>
      <TextInput
        source="url"
        type="url"
        label={text('url')}
        helperText={text('urlHint')}
        placeholder="https://orders.example.com/hooks/crossdock"
        validate={required(text('urlNeeded'))}
        autoComplete="off"
      />
      <EventsInput />
      <ConditionsInput />
      <HeadersInput />
      <FieldRow>
        <NumberInput
          source="ratePerSecond"
          label={text('rate')}
          helperText={text('rateHint')}
          placeholder={text('noRate')}
          validate={[minValue(1), maxValue(100)]}
        />
        <BooleanInput
          source="isActive"
          label={text('active')}
          helperText={text('activeHint')}
          sx={{ pt: { sm: 3.25 } }}
        />
      </FieldRow>
    </FormDialog>
  )
}
