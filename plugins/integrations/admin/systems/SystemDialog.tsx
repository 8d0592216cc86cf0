import type { ExternalSystem } from '@crossdock/client'
import { FieldRow, FormDialog, useAction, useSession } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput, CheckboxGroupInput, SelectInput, TextInput } from 'react-admin'
import { authTypes, capabilities, systemTypes } from '../model.js'
import { CredentialFields } from './CredentialFields.js'
import { toBody, toForm, type SystemForm } from './system_form.js'

/** Add External System, or Edit External System when it gets one. */
export default function SystemDialog({
  system,
  onClose,
}: {
  system?: ExternalSystem
  onClose: () => void
}) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const text = (key: string) => translate(`integrations.systems.form.${key}`)
  const outcome = (key: string) => translate(`integrations.systems.${key}`)
  const save = useAction<unknown, SystemForm>(
    (form) => ({
      path: system ? `integrations/systems/${system.id}` : 'integrations/systems',
      method: system ? 'PUT' : 'POST',
      body: toBody(form, tenantId),
    }),
    {
      invalidates: ['integrations', 'dashboard'],
      success: { title: outcome(system ? 'changed' : 'created') },
      error: { fallback: outcome(system ? 'updateFailed' : 'createFailed'), inForm: true },
    }
  )
  const choices = (names: readonly string[], group: string) =>
    names.map((id) => ({ id, name: translate(`integrations.systems.${group}.${id}`) }))
  const isHttp = (value: string | null) =>
    value && !/^https?:\/\/\S+$/i.test(value.trim()) ? text('baseUrlInvalid') : undefined
  return (
    <FormDialog<SystemForm>
      open
      title={text(system ? 'edit' : 'add')}
      description={text('text')}
      defaultValues={toForm(system)}
      submitLabel={text(system ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          source="name"
          label={text('name')}
          validate={required(text('nameRequired'))}
          autoComplete="off"
          autoFocus
        />
        <SelectInput
          source="systemType"
          label={text('systemType')}
          choices={choices(systemTypes, 'type')}
          validate={required()}
        />
      </FieldRow>
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <TextInput
        source="baseUrl"
        label={text('baseUrl')}
        helperText={text('baseUrlHint')}
        placeholder="https://"
        validate={isHttp}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } }}
      />
      <SelectInput
        source="authType"
        label={text('authType')}
        choices={choices(authTypes, 'auth')}
        validate={required()}
      />
      <CredentialFields stored={system?.authConfig ?? {}} />
      <CheckboxGroupInput
        source="capabilities"
        label={text('capabilities')}
        choices={choices(capabilities, 'capability')}
        validate={required(text('capabilitiesRequired'))}
      />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
