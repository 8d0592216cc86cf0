import { FormDialog, useAction } from '@crossdock/admin/kit'
import { email, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { TenantFields } from './dialogs/fields.js'
import { subdomainOf } from './subdomain_of.js'
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
        create.mutateAsync({ name, subdomain, adminEmail })
      }
      onClose={onClose}
    >
      <TenantFields />
      <ProposedSubdomain />
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

/** Proposes the subdomain while the name is typed, until the person changes the proposal. */
function ProposedSubdomain() {
  const { setValue } = useFormContext<NewTenant>()
  const { dirtyFields } = useFormState<NewTenant>()
  const name = useWatch<NewTenant, 'name'>({ name: 'name' })
  const isOwn = Boolean(dirtyFields.subdomain)
  useEffect(() => {
    if (!isOwn && name) setValue('subdomain', subdomainOf(name))
  }, [isOwn, name, setValue])
  return null
}
