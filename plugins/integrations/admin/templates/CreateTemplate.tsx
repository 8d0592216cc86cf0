import type { ContractTemplate } from '@crossdock/client'
import { FormDialog, toValues, useAction, usePermissions } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { AutocompleteInput, BooleanInput, ReferenceInput } from 'react-admin'
import { TemplateFields, type AboutTemplate } from './TemplateFields.js'

interface TemplateForm extends AboutTemplate {
  fromSystemId?: string
  isGlobal: boolean
}

interface CreateTemplateProps {
  /** A description and its selected operations. If absent, the dialog asks for a system. */
  imported?: { title: string; body: object } | undefined
  onMade?: (template: ContractTemplate) => void
  onClose: () => void
}

/** Creates a template from a system or a description, never with secrets. */
export default function CreateTemplate({ imported, onMade, onClose }: CreateTemplateProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.templates.form.${key}`)
  const { isSuperAdmin } = usePermissions()
  const save = useAction<ContractTemplate, TemplateForm>(
    (form) => ({ path: 'contract-templates', body: { ...imported?.body, ...toValues(form) } }),
    {
      invalidates: ['contract-templates'],
      success: { title: text('made') },
      error: { fallback: text('failed'), inForm: true },
      ...(onMade ? { onSuccess: onMade } : {}),
    }
  )
  return (
    <FormDialog<TemplateForm>
      open
      title={text(imported ? 'importTitle' : 'title')}
      description={text('text')}
      {...(imported ? { defaultValues: { name: imported.title } } : {})}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      {!imported && (
        <ReferenceInput source="fromSystemId" reference="integrations/systems">
          <AutocompleteInput
            label={text('system')}
            optionText="name"
            filterToQuery={(search: string) => ({ search })}
            validate={required(text('systemRequired'))}
          />
        </ReferenceInput>
      )}
      <TemplateFields />
      {isSuperAdmin && <BooleanInput source="isGlobal" label={text('isGlobal')} />}
    </FormDialog>
  )
}
