import type { EnvironmentTemplate } from '@crossdock/client'
import {
  ErrorState,
  FormDialog,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { EnvironmentFields } from './EnvironmentFields.js'
import { bodyOf, newForm, type NewEnvironmentForm } from './form.js'
import { affected } from './model.js'
import { TemplateInput } from './TemplateInput.js'
import { TenantInput } from './TenantInput.js'

interface CreateDialogProps {
  /** The tenant that the list shows. */
  tenantId: string | null
  onClose: () => void
}

/** The dialog "Create Environment", shown after the templates have been read. */
export default function CreateDialog(props: CreateDialogProps) {
  const translate = useTranslate()
  const templates = useRead<EnvironmentTemplate[]>('environments/templates')
  const [first] = templates.data ?? []
  if (first) return <CreateForm {...props} templates={templates.data!} />
  return (
    <PlainDialog title={translate('environments.form.add')} onClose={props.onClose}>
      {templates.error ? (
        <ErrorState plain error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </PlainDialog>
  )
}

interface CreateFormProps extends CreateDialogProps {
  templates: readonly EnvironmentTemplate[]
}

function CreateForm({ tenantId, templates, onClose }: CreateFormProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`environments.form.${key}`)
  const create = useAction<unknown, NewEnvironmentForm>(
    ({ tenantId: tenant, name, ...form }) => ({
      path: 'admin/environments',
      body: { ...bodyOf(form), tenantId: tenant, name },
    }),
    {
      invalidates: affected,
      success: { title: translate('environments.created') },
      error: { fallback: translate('environments.createFailed'), inForm: true },
    }
  )
  // Names and descriptions of templates in the language of the reader.
  const localized = templates.map((template) => ({
    ...template,
    displayName: translate(`environments.name.${template.name}`),
    description: translate(`environments.purpose.${template.name}`),
  }))
  return (
    <FormDialog<NewEnvironmentForm>
      open
      title={text('add')}
      description={text('addText')}
      defaultValues={newForm(localized[0]!, tenantId)}
      submitLabel={text('submitAdd')}
      submittingLabel={text('submitting')}
      maxWidth="md"
      onSubmit={(form) => create.mutateAsync(form)}
      onClose={onClose}
    >
      <TenantInput />
      <TemplateInput templates={localized} />
      <EnvironmentFields />
    </FormDialog>
  )
}
