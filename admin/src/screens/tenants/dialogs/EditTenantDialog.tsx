import type { Tenant } from '@crossdock/client'
import { FormDialog, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { affected } from '../use_tenant_actions.js'
import { TenantFields } from './fields.js'

interface Changes {
  name: string
  subdomain: string
  plan: string | null
}

// Other changes of the tenant, such as its domain, are no conflict.
const stateOf = ({ name, subdomain, plan }: Tenant) => JSON.stringify([name, subdomain, plan])

const plans = ['standard', 'enterprise']

/** Changes name, subdomain or plan. */
export function EditTenantDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.edit.${key}`)
  const update = useAction<Tenant, Changes>(
    (body) => ({ path: `tenants/${tenant.id}`, method: 'PUT', body }),
    {
      ifMatch: useUnlessChanged<Tenant>(`tenants/${tenant.id}`, tenant, stateOf),
      invalidates: affected,
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<Changes>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={{ name: tenant.name, subdomain: tenant.subdomain, plan: tenant.plan ?? '' }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={({ name, subdomain, plan }) =>
        update.mutateAsync({ name, subdomain, plan: plan || null })
      }
      onClose={onClose}
    >
      <TenantFields />
      <SelectInput
        source="plan"
        label={text('plan')}
        helperText={text('planHelp')}
        emptyText={text('plans.none')}
        choices={plans.map((id) => ({ id, name: text(`plans.${id}`) }))}
      />
    </FormDialog>
  )
}
