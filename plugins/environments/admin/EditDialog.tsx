import type { ManagedEnvironment } from '@crossdock/client'
import { FormDialog, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { EnvironmentFields } from './EnvironmentFields.js'
import { bodyOf, formOf, type EnvironmentForm } from './form.js'
import { affected } from './model.js'
import { useTenant } from './use_tenant.js'

interface EditDialogProps {
  environment: ManagedEnvironment
  onClose: () => void
}

/** The dialog "Edit Environment". Name and tenant cannot change. */
export default function EditDialog({ environment, onClose }: EditDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.form.${key}`, values)
  const { id, tenantId, displayName } = environment
  const tenant = useTenant(tenantId)?.name ?? '–'
  const path = `admin/environments/${id}`
  const save = useAction<unknown, EnvironmentForm>(
    (form) => ({ path, method: 'PUT', body: bodyOf(form) }),
    {
      ifMatch: useUnlessChanged(path, environment),
      invalidates: affected,
      success: { title: translate('environments.updated') },
      error: { fallback: translate('environments.updateFailed'), inForm: true },
    }
  )
  return (
    <FormDialog<EnvironmentForm>
      open
      title={text('edit')}
      description={text('editText', { environment: displayName, tenant })}
      defaultValues={formOf(environment)}
      submitLabel={text('submitEdit')}
      submittingLabel={text('submitting')}
      maxWidth="md"
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <EnvironmentFields environment={environment} />
    </FormDialog>
  )
}
