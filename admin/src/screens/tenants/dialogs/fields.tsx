import InputAdornment from '@mui/material/InputAdornment'
import { minLength, regex, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useTenantDomain } from '../../../data/product.js'

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
