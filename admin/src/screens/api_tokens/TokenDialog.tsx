import type { CreatedApiToken } from '@crossdock/client'
import { FormDialog, useAction } from '@crossdock/admin/kit'
import { maxLength, required, useTranslate } from 'ra-core'
import { RadioButtonGroupInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { EnvironmentInput } from './EnvironmentInput.js'
import { ExpiryInputs } from './ExpiryInputs.js'
import { newToken, toBody, type TokenForm } from './model.js'
import { ScopesInput } from './ScopesInput.js'

interface TokenDialogProps {
  onCreated: (token: CreatedApiToken) => void
  onClose: () => void
}

/** Create API Token. The next dialog shows the secret. */
export default function TokenDialog({ onCreated, onClose }: TokenDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`apiTokens.form.${key}`)
  const create = useAction<CreatedApiToken, TokenForm>(
    (form) => ({ path: 'api-tokens', body: toBody(form) }),
    {
      invalidates: ['api-tokens'],
      error: { fallback: translate('apiTokens.createFailed'), inForm: true },
      onSuccess: onCreated,
    }
  )
  return (
    <FormDialog<TokenForm>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={newToken}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => create.mutateAsync(form)}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        helperText={text('nameHelp')}
        validate={[required(text('nameRequired')), maxLength(100, text('nameLong'))]}
        autoComplete="off"
        autoFocus
      />
      <ExpiryInputs />
      <EnvironmentInput />
      <RadioButtonGroupInput
        source="reach"
        label={text('reach')}
        row={false}
        helperText={false}
        choices={[
          { id: 'chosen', name: text('chosen') },
          { id: 'all', name: text('all') },
        ]}
      />
      <Chosen />
    </FormDialog>
  )
}

function Chosen() {
  const reach = useWatch<TokenForm, 'reach'>({ name: 'reach' })
  return reach === 'chosen' ? <ScopesInput /> : null
}
