import { FormDialog, useAction } from '@crossdock/admin/kit'
import { maxLength, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { invalidates, type EventDetails } from './model.js'

const validate = maxLength(500)

interface DropDialogProps {
  event: EventDetails
  onClose: () => void
}

interface Values {
  reason?: string | null
}

/** Asks for the reason before an event is dropped. The server records the reason in the log and in the audit. */
export default function DropDialog({ event, onClose }: DropDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`events.drop.${key}`, values)
  const drop = useAction<unknown, { id: string; reason: string }>(
    ({ id, reason }) => ({
      path: `events/parked/${id}${reason && `?${new URLSearchParams({ reason }).toString()}`}`,
      method: 'DELETE',
    }),
    { invalidates, error: { fallback: text('failed'), inForm: true } }
  )
  const consumers = event.parked.map(({ consumer }) => consumer).join(', ')
  return (
    <FormDialog<Values>
      open
      destructive
      maxWidth="xs"
      title={text('title', { type: event.eventType })}
      description={text('text', { consumers })}
      submitLabel={text('confirm')}
      onSubmit={async ({ reason }) => {
        for (const { id } of event.parked) {
          await drop.mutateAsync({ id, reason: reason?.trim() ?? '' })
        }
      }}
      onClose={onClose}
    >
      <TextInput
        source="reason"
        label={text('reason')}
        helperText={text('reasonHint')}
        multiline
        minRows={3}
        validate={validate}
      />
    </FormDialog>
  )
}
