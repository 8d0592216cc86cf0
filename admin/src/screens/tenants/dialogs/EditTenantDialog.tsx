import type { Tenant } from '@crossdock/client'
import { FormDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { affected } from '../use_tenant_actions.js'
import { atSubdomain, TenantFields } from './fields.js'

interface Named {
  name: string
  subdomain: string
}

/** Another name, another subdomain. */
export function EditTenantDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.edit.${key}`)
  const update = useAction<Tenant, Named>(
    (body) => ({ path: `tenants/${tenant.id}`, method: 'PUT', body }),
    {
      invalidates: affected,
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<Named>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={{ name: tenant.name, subdomain: tenant.subdomain }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={({ name, subdomain }) => atSubdomain(update.mutateAsync({ name, subdomain }))}
      onClose={onClose}
    >
      <TenantFields />
    </FormDialog>
  )
}
