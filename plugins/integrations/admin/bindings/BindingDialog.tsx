import type { ExternalSystem, FolderBinding } from '@crossdock/client'
import {
  mapFieldErrors,
  FormDialog,
  JsonInput,
  useAction,
  useJsonRule,
  useTextValues,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { minValue, required, useTranslate } from 'ra-core'
import { BooleanInput, CheckboxGroupInput, NumberInput, TextArrayInput } from 'react-admin'
import {
  bindingInputs,
  bindingPermissions,
  toBody,
  toForm,
  type BindingForm,
} from './binding_form.js'
import { FolderInput } from './FolderInput.js'

interface BindingDialogProps {
  system: Pick<ExternalSystem, 'id' | 'name'>
  binding?: FolderBinding
  onClose: () => void
}

/** Binds a system to a folder, or changes a binding. */
export default function BindingDialog({ system, binding, onClose }: BindingDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.bindings.form.${key}`, values)
  const outcome = (key: string) => translate(`integrations.bindings.${key}`)
  const save = useAction<unknown, BindingForm>(
    (form) => ({
      path: binding ? `folder-bindings/${binding.id}` : 'folder-bindings',
      method: binding ? 'PUT' : 'POST',
      body: toBody(form, system.id),
    }),
    {
      ifMatch: useUnlessChanged(`folder-bindings/${binding?.id}`, binding),
      invalidates: ['folder-bindings', 'integrations'],
      success: { title: outcome(binding ? 'changed' : 'created') },
      error: { fallback: outcome('saveFailed'), inForm: true },
    }
  )
  const isMapping = useJsonRule('{"fileName": "name"}', useTextValues())
  return (
    <FormDialog<BindingForm>
      open
      title={text(binding ? 'edit' : 'add')}
      description={text('text', { name: system.name })}
      defaultValues={toForm(binding)}
      submitLabel={text(binding ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => mapFieldErrors(save.mutateAsync(form), bindingInputs)}
      onClose={onClose}
    >
      <FolderInput isFixed={binding !== undefined} />
      <CheckboxGroupInput
        source="permissions"
        label={text('permissions')}
        helperText={text('permissionsHint')}
        choices={bindingPermissions.map((id) => ({ id, name: outcome(`permission.${id}`) }))}
        validate={required(text('permissionsRequired'))}
      />
      <TextArrayInput source="include" label={text('include')} helperText={text('includeHint')} />
      <TextArrayInput source="exclude" label={text('exclude')} helperText={text('excludeHint')} />
      <TextArrayInput
        source="mimeTypes"
        label={text('mimeTypes')}
        helperText={text('mimeTypesHint')}
      />
      <NumberInput
        source="maxSize"
        label={text('maxSize')}
        helperText={text('maxSizeHint')}
        min={0}
        validate={minValue(0)}
      />
      <JsonInput
        source="mappingText"
        label={text('mapping')}
        helperText={text('mappingHint')}
        placeholder={'{\n  "fileName": "name"\n}'}
        validate={isMapping}
      />
      <BooleanInput source="isActive" label={text('active')} />
    </FormDialog>
  )
}
