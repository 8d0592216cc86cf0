import type { Tenant } from '@crossdock/client'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { errorText, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useDeferredValue, useState, type Ref } from 'react'
import { useTenant } from './use_tenant.js'

interface TenantSelectProps {
  label: string
  /** Shown while no tenant is chosen. */
  placeholder?: string
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
  /** The error of the field. */
  problem?: string
  inputRef?: Ref<HTMLInputElement>
}

/** Maximum number of choices. Typing finds further tenants. */
const MOST = 50

/** Selects a tenant by any part of its name or subdomain. */
export function TenantSelect(props: TenantSelectProps) {
  const { label, placeholder, value, onChange, required, problem, inputRef } = props
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const found = useRead<Tenant[]>('admin/tenants', {
    query: {
      ...(search ? { filter: JSON.stringify({ search }) } : {}),
      sort: '["name","ASC"]',
      range: `[0,${MOST - 1}]`,
    },
    keepPrevious: true,
  })
  const known = useTenant(value)
  const chosen = known ?? found.data?.find(({ id }) => id === value) ?? null
  const failure = found.error && errorText(found.error, translate)
  return (
    <Autocomplete<Tenant>
      options={found.data ?? []}
      value={chosen}
      onChange={(_event, tenant) => onChange(tenant?.id ?? null)}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      // The server has filtered already.
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={found.isFetching}
      loadingText={translate('kit.loading')}
      noOptionsText={failure ?? translate('environments.noTenant')}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={placeholder}
          required={required}
          error={Boolean(problem)}
          helperText={problem}
          inputRef={inputRef}
          slotProps={{ inputLabel: { ...params.InputLabelProps, shrink: true } }}
        />
      )}
    />
  )
}
