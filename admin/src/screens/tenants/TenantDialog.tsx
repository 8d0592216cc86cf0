import InputAdornment from '@mui/material/InputAdornment'
import { ApiError, FormDialog, useAction } from '@crossdock/admin/kit'
import { email, minLength, regex, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { tenantDomain } from '../../product.js'

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
    invalidates: ['tenants', 'admin/tenants'],
    success: {
      title: translate('tenants.created.title'),
      description: translate('tenants.created.text'),
    },
    error: { fallback: translate('tenants.createFailed'), inForm: true },
  })

  // A taken subdomain is a conflict, not a field error, on the wire; for people it is the field's.
  const submit = async ({ name, subdomain, adminEmail }: NewTenant) => {
    try {
      await create.mutateAsync({ name, subdomain, adminEmail })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'E_SUBDOMAIN_TAKEN') {
        throw new ApiError(error.message, error.status, {
          ...error.body,
          errors: { subdomain: error.message },
        })
      }
      throw error
    }
  }

  return (
    <FormDialog<NewTenant>
      open
      title={text('title')}
      description={text('text')}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameRequired'))}
        autoComplete="off"
        autoFocus
      />
      <TextInput
        source="subdomain"
        label={text('subdomain')}
        validate={[
          required(text('subdomainLength')),
          minLength(3, text('subdomainLength')),
          regex(/^[a-z0-9-]+$/, text('subdomainCharacters')),
          regex(/^[^-](.*[^-])?$/, text('subdomainEdges')),
        ]}
        autoComplete="off"
        slotProps={{
          htmlInput: { autoCapitalize: 'none', spellCheck: false },
          input: {
            endAdornment: <InputAdornment position="end">{tenantDomain()}</InputAdornment>,
          },
        }}
      />
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
