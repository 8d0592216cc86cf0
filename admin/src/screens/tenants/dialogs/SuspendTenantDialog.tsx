import type { Tenant } from '@crossdock/client'
import { FormDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { affected } from '../use_tenant_actions.js'

interface Why {
  reason?: string | null
}

/** Explains what suspending a tenant does, and asks for the reason. */
export function SuspendTenantDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.suspend.${key}`, { name: tenant.name })
  const suspend = useAction<Tenant, Why>(
    ({ reason }) => ({ path: `tenants/${tenant.id}/suspend`, body: { reason: reason || null } }),
    {
      invalidates: affected,
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<Why>
      open
      destructive
      maxWidth="xs"
      title={text('title')}
      description={text('text')}
      submitLabel={translate('tenants.actions.suspend')}
      submittingLabel={text('submitting')}
      onSubmit={(values) => suspend.mutateAsync(values)}
      onClose={onClose}
    >
      <TextInput
        source="reason"
        label={text('reason')}
        helperText={text('reasonHelp')}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        autoFocus
      />
    </FormDialog>
  )
}
