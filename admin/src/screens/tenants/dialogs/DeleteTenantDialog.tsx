import type { Tenant } from '@crossdock/client'
import { FormDialog, formatDateTime, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { affected } from '../use_tenant_actions.js'

interface Typed {
  confirm: string
}

/** Deletes a tenant after its subdomain was typed. */
export function DeleteTenantDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const translate = useTranslate()
  const { id, name, subdomain } = tenant
  const text = (key: string, values?: object) =>
    translate(`tenants.delete.${key}`, { name, subdomain, ...values })
  const remove = useAction<Tenant, Typed>(
    ({ confirm }) => ({
      path: `tenants/${id}?${new URLSearchParams({ confirm }).toString()}`,
      method: 'DELETE',
    }),
    {
      invalidates: affected,
      success: ({ deletesAt }) => ({
        title: text('done'),
        ...(deletesAt && {
          description: text('doneText', { time: formatDateTime(deletesAt) }),
        }),
      }),
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<Typed>
      open
      destructive
      maxWidth="xs"
      title={text('title')}
      description={text('text')}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={({ confirm }) => remove.mutateAsync({ confirm })}
      onClose={onClose}
    >
      <TextInput
        source="confirm"
        label={text('confirm')}
        validate={(typed: unknown) => (typed === subdomain ? undefined : text('confirmWrong'))}
        autoComplete="off"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        autoFocus
      />
    </FormDialog>
  )
}
