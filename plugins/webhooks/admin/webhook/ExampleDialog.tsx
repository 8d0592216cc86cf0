import Typography from '@mui/material/Typography'
import { CodeBlock, FormDialog, useAction } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { AutocompleteInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { receivesAllEvents, type Delivery, type Webhook } from '../model.js'
import { useEventTypes } from '../pieces/use_event_types.js'

interface ExampleForm {
  eventType: string
}

interface ExampleDialogProps {
  webhook: Webhook
  onSent: (delivery: Delivery) => void
  onClose: () => void
}

/** Sends an example of an event, once. */
export default function ExampleDialog({ webhook, onSent, onClose }: ExampleDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.example.${key}`, values)
  const types = useEventTypes()
  // Event types that the person may not read have no example.
  const choices = (types.data ?? []).filter(
    ({ name }) => receivesAllEvents(webhook) || webhook.eventTypes.includes(name)
  )
  const send = useAction<Delivery, ExampleForm>(
    ({ eventType }) => ({ path: `webhooks/${webhook.id}/example`, body: { eventType } }),
    {
      invalidates: [`webhooks/${webhook.id}`],
      success: { title: text('sent') },
      error: { fallback: text('failed'), inForm: true },
      onSuccess: onSent,
    }
  )
  return (
    <FormDialog<ExampleForm>
      open
      title={text('title')}
      description={text('text', { name: webhook.name })}
      defaultValues={receivesAllEvents(webhook) ? {} : { eventType: webhook.eventTypes[0]! }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => send.mutateAsync(form)}
      onClose={onClose}
    >
      <AutocompleteInput
        source="eventType"
        label={text('eventType')}
        choices={choices.map(({ name }) => ({ id: name, name }))}
        isPending={types.isPending}
        validate={required(text('eventNeeded'))}
      />
      <Preview />
    </FormDialog>
  )
}

function Preview() {
  const translate = useTranslate()
  const eventType = useWatch<ExampleForm, 'eventType'>({ name: 'eventType' })
  const { data = [] } = useEventTypes()
  const type = data.find(({ name }) => name === eventType)
  if (!type) return null
  return (
    <div>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {type.description}
      </Typography>
      <CodeBlock label={translate('webhooks.example.body')} data={type.example} />
    </div>
  )
}
