import { FormDialog, useAction } from '@crossdock/admin/kit'
import { email, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { atSubdomain, TenantFields } from './dialogs/fields.js'
import { affected } from './use_tenant_actions.js'

interface NewTenant {
  name: string
  subdomain: string
  adminEmail: string
}

/** Add New Tenant. */
export default function TenantDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.form.${key}`)
  const create = useAction<unknown, NewTenant>((body) => ({ path: 'tenants', body }), {
    invalidates: affected,
    success: {
      title: translate('tenants.created.title'),
      description: translate('tenants.created.text'),
    },
    error: { fallback: translate('tenants.createFailed'), inForm: true },
  })

  return (
    <FormDialog<NewTenant>
      open
      title={text('title')}
      description={text('text')}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={({ name, subdomain, adminEmail }) =>
        atSubdomain(create.mutateAsync({ name, subdomain, adminEmail }))
      }
      onClose={onClose}
    >
      <TenantFields />
      <TextInput
        source="adminEmail"
        type="email"
        label={text('adminEmail')}
        validate={[required(text('emailInvalid')), email(text('emailInvalid'))]}
        autoComplete="off"
      />
    </FormDialog>
  )
}
