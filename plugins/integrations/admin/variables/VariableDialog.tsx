import type { EnvironmentVariable } from '@crossdock/client'
import { FormDialog, mono, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { maxLength, required, useTranslate } from 'ra-core'
import { BooleanInput, TextInput } from 'react-admin'
import { isName, isTooLong, toBody, toForm, toName, type VariableForm } from './variable_form.js'

interface VariableDialogProps {
  /** API path of the environment's variables, below /api. */
  path: string
  variable?: EnvironmentVariable
  onClose: () => void
}

/** Adds a variable, or edits the given one. Then the name is fixed, and a secret stays a secret. */
export default function VariableDialog({ path, variable, onClose }: VariableDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.variables.form.${key}`, values)
  const outcome = (key: string, name: string) =>
    translate(`integrations.variables.${key}`, { name })
  const own = `${path}/${variable?.id}`
  const save = useAction<EnvironmentVariable, VariableForm>(
    (form) => ({
      path: variable ? own : path,
      method: variable ? 'PUT' : 'POST',
      body: toBody(form, variable),
    }),
    {
      ifMatch: useUnlessChanged(own, variable),
      invalidates: [path],
      success: ({ name }) => ({ title: outcome(variable ? 'changed' : 'created', name) }),
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<VariableForm>
      open
      title={text(variable ? 'edit' : 'add', { name: variable?.name })}
      description={text('text')}
      defaultValues={toForm(variable)}
      submitLabel={text(variable ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        helperText={text(variable ? 'nameStays' : 'nameHelp')}
        parse={toName}
        disabled={Boolean(variable)}
        validate={[
          required(text('nameRequired')),
          (name: string) => (isName(name) ? undefined : text('nameWrong')),
        ]}
        autoComplete="off"
        autoFocus={!variable}
        slotProps={{
          htmlInput: {
            spellCheck: false,
            autoCapitalize: 'characters',
            style: { fontFamily: mono },
          },
        }}
      />
      <TextInput
        source="value"
        label={text('value')}
        helperText={text(variable?.isSecret ? 'valueKept' : 'valueHelp')}
        validate={(value: string | null) => (isTooLong(value) ? text('valueLong') : undefined)}
        multiline
        minRows={2}
        maxRows={10}
        autoComplete="off"
        autoFocus={Boolean(variable)}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: mono } } }}
      />
      <BooleanInput
        source="isSecret"
        label={text('isSecret')}
        helperText={text(variable?.isSecret ? 'secretStays' : 'isSecretHelp')}
        disabled={variable?.isSecret}
      />
      <TextInput
        source="description"
        label={text('description')}
        validate={maxLength(1000, text('descriptionLong'))}
        multiline
      />
    </FormDialog>
  )
}
