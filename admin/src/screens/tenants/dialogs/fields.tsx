import InputAdornment from '@mui/material/InputAdornment'
import { ApiError } from '@crossdock/admin/kit'
import { minLength, regex, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useTenantDomain } from '../../../product.js'

/** The name and the subdomain of a tenant. */
export function TenantFields() {
  const translate = useTranslate()
  const domain = useTenantDomain()
  const text = (key: string) => translate(`tenants.form.${key}`)
  return (
    <>
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
            endAdornment: <InputAdornment position="end">{domain}</InputAdornment>,
          },
        }}
      />
    </>
  )
}

/** Errors that `atSubdomain` shows at its field. */
export const subdomainErrors = ['E_SUBDOMAIN_TAKEN']

/** The API reports a taken subdomain as a conflict; the form shows it at the field. */
export async function atSubdomain<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError) || !subdomainErrors.includes(error.code ?? '')) throw error
    const errors = { subdomain: error.message }
    throw new ApiError(error.message, error.status, { ...error.body, errors })
  }
}
