import { FormDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { required, SelectInput, TextInput } from 'react-admin'
import { figuresOf, type EnvironmentUsage } from './model.js'

interface AskDialogProps {
  environment: EnvironmentUsage
  /** The name of the limit to preselect. If there is no such limit, the person chooses one. */
  meter: string
  onClose: () => void
}

interface Ask {
  meter: string
  message?: string | null
}

/** Asks the operator to raise a limit. */
export default function AskDialog({ environment, meter, onClose }: AskDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`environments.ownUsage.${key}`)
  const { environmentId, meters } = environment
  const ask = useAction<unknown, Ask>(
    ({ meter: name, message }) => ({
      path: 'tenant/usage/request',
      body: { environmentId, meter: name, message: message || null },
    }),
    {
      success: { title: text('asked'), description: text('askedText') },
      error: { fallback: text('askFailed'), inForm: true },
    }
  )
  const known = meters.some(({ name }) => name === meter)
  return (
    <FormDialog<Ask>
      open
      maxWidth="xs"
      title={text('ask')}
      description={text('askText')}
      defaultValues={known ? { meter } : {}}
      submitLabel={text('send')}
      submittingLabel={text('sending')}
      onSubmit={(values) => ask.mutateAsync(values)}
      onClose={onClose}
    >
      <SelectInput
        source="meter"
        label={text('limit')}
        validate={required(text('limitRequired'))}
        choices={meters.map((one) => ({
          id: one.name,
          name: `${one.label} (${figuresOf(one).text})`,
        }))}
      />
      <TextInput
        source="message"
        label={text('message')}
        helperText={text('messageHelp')}
        multiline
        minRows={3}
        slotProps={{ htmlInput: { maxLength: 1_000 } }}
      />
    </FormDialog>
  )
}
