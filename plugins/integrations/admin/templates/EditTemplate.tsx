import type { ContractTemplate } from '@crossdock/client'
import {
  ErrorState,
  FormDialog,
  fromJsonText,
  JsonInput,
  PlainDialog,
  RowsSkeleton,
  toJsonText,
  toValues,
  useAction,
  useJsonRule,
  useRead,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput } from 'react-admin'
import { TemplateFields, type AboutTemplate } from './TemplateFields.js'

interface EditTemplateProps {
  template: ContractTemplate
  onClose: () => void
}

/** Changes a template, once its contract is loaded. */
export default function EditTemplate({ template, onClose }: EditTemplateProps) {
  const translate = useTranslate()
  const read = useRead<ContractTemplate>(['contract-templates', template.id])
  if (read.data?.contractDefinition) return <EditForm template={read.data} onClose={onClose} />
  return (
    <PlainDialog
      title={translate('integrations.templates.edit.title', { name: template.name })}
      onClose={onClose}
    >
      {read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </PlainDialog>
  )
}

interface EditFields extends AboutTemplate {
  contractText: string
  isActive: boolean
}

function EditForm({ template, onClose }: EditTemplateProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.templates.edit.${key}`, values)
  const { id, name, description, category, isActive } = template
  const begin: EditFields = {
    name,
    description: description ?? '',
    category: category ?? '',
    isActive,
    contractText: toJsonText(template.contractDefinition),
  }
  const save = useAction<unknown, EditFields>(
    ({ contractText, ...about }) => ({
      path: `contract-templates/${encodeURIComponent(id)}`,
      method: 'PUT',
      body: {
        ...toValues(about),
        // Do not send an untouched contract, even if its formatting differs.
        ...(contractText === begin.contractText
          ? {}
          : { contractDefinition: fromJsonText(contractText) }),
      },
    }),
    {
      ifMatch: useUnlessChanged(
        `contract-templates/${id}`,
        template,
        ({ updatedAt }) => updatedAt ?? ''
      ),
      invalidates: ['contract-templates'],
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  const isContract = useJsonRule('{"system": {…}, "endpoints": […]}')
  return (
    <FormDialog<EditFields>
      open
      title={text('title', { name })}
      description={text('text', { version: template.version })}
      defaultValues={begin}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <TemplateFields />
      <JsonInput
        source="contractText"
        label={text('contract')}
        helperText={text('contractHint')}
        placeholder={'{\n  "endpoints": []\n}'}
        validate={[required(text('contractRequired')), isContract]}
      />
      <BooleanInput source="isActive" label={text('active')} helperText={text('activeHint')} />
    </FormDialog>
  )
}
