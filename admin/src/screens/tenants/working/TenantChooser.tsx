import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import useAutocomplete from '@mui/material/useAutocomplete'
import { errorText, Icon, page, useRead, useSession, useSettled } from '@crossdock/admin/kit'
import { Search } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TenantOption, type Choice } from './TenantOption.js'
import { useEnter, useLeave, useRecentTenants, useSamePage, type KnownTenant } from './use_enter.js'

/** Number of listed organizations; more are found by name. */
const MOST = 8

interface TenantChooserProps {
  /** Closes the surrounding popover. Without it, "All organizations" is not offered. */
  onClose?: () => void
}

/** Finds an organization by name and opens the current page in it. */
export function TenantChooser({ onClose }: TenantChooserProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`tenants.switcher.${key}`, values)
  const [typed, setTyped] = useState('')
  const { choices, error, isSearching } = useChoices(typed.trim(), onClose !== undefined)
  const same = useSamePage()
  const enter = useEnter(same.inTenant)
  const leave = useLeave()
  const current = useSession().data?.tenant?.id ?? null
  const choose = async ({ tenant }: Choice) => {
    if ((tenant?.id ?? null) === current) onClose?.()
    else if (tenant) enter.mutate(tenant)
    else {
      await leave()
      page.open(same.outside)
    }
  }
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<Choice>({
      id: 'tenant-chooser',
      options: choices,
      open: true,
      value: null,
      autoHighlight: true,
      groupBy: ({ group }) => group,
      getOptionLabel: ({ label }) => label,
      getOptionKey: ({ key }) => key,
      isOptionEqualToValue: (one, other) => one.key === other.key,
      filterOptions: (all) => all,
      inputValue: typed,
      onInputChange: (_event, value, reason) => reason === 'input' && setTyped(value),
      onChange: (_event, choice) => choice && void choose(choice),
      onClose: (_event, reason) => reason === 'escape' && onClose?.(),
    })
  const groups = groupedOptions as unknown as Group[]
  return (
    <>
      <Box
        {...getRootProps()}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          m: 1,
          px: 1.25,
          height: { xs: 44, md: 36 },
          border: 1,
          borderColor: 'surface.border',
          borderRadius: '8px',
          color: 'text.secondary',
          '&:focus-within': { borderColor: 'accent', outline: 1, outlineColor: 'accent' },
        }}
      >
        <Icon icon={Search} />
        <InputBase
          fullWidth
          autoFocus
          placeholder={text('search')}
          inputProps={{ ...getInputProps(), 'aria-label': text('search') }}
        />
      </Box>
      <Box
        // Not a list element, because the groups inside are not list items.
        {...(getListboxProps() as object)}
        aria-label={text('title')}
        aria-labelledby={undefined}
        aria-busy={isSearching || enter.isPending}
        sx={{ px: 0.75, pb: 0.75, maxHeight: 420, overflowY: 'auto', outline: 'none' }}
      >
        {groups.map(({ key, group, index, options }) => (
          <Box
            key={key}
            role="group"
            aria-label={group || text('title')}
            sx={{ '& + &': { borderTop: 1, borderColor: 'divider', mt: 0.75, pt: 0.75 } }}
          >
            {group === text('recent') && (
              <Typography
                variant="caption"
                component="p"
                aria-hidden
                color="textSecondary"
                sx={{ px: 1.25, pt: 0.5, pb: 0.5, fontWeight: 500 }}
              >
                {group}
              </Typography>
            )}
            {options.map((choice, at) => {
              const { key: id, ...props } = getOptionProps({ option: choice, index: index + at })
              const isCurrent = (choice.tenant?.id ?? null) === current
              return <TenantOption key={id} choice={choice} isCurrent={isCurrent} {...props} />
            })}
          </Box>
        ))}
      </Box>
      <Typography
        variant="caption"
        component="p"
        role="status"
        color="textSecondary"
        sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}
      >
        {error
          ? errorText(error, translate)
          : choices.some(({ tenant }) => tenant) || isSearching
            ? text('note')
            : text('none', { query: typed.trim() })}
      </Typography>
    </>
  )
}

interface Group {
  key: number
  group: string
  index: number
  options: Choice[]
}

/** The choices for a text: search results, recent organizations, and all organizations. */
function useChoices(query: string, withAll: boolean) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`tenants.switcher.${key}`, values)
  const settled = useSettled(query, 180)
  const [recent] = useRecentTenants()
  const list = useRead<Tenant[]>('tenants', {
    query: {
      range: `[0,${MOST - 1}]`,
      sort: '["name","ASC"]',
      ...(settled && { filter: JSON.stringify({ search: settled }) }),
    },
    keepPrevious: true,
  })
  const choice = (tenant: KnownTenant, group: string, detail = tenant.subdomain): Choice => ({
    key: tenant.id,
    group,
    label: tenant.name,
    detail,
    tenant,
  })
  const users = (count: number) => translate('tenants.figures.users', { smart_count: count, count })
  const found = (list.data ?? []).map((tenant) =>
    choice(tenant, text('found'), `${users(tenant.activeUsers)} · ${tenant.subdomain}`)
  )
  const isFirst = (one: Choice, other: Choice) => one.key !== other.key
  const before = recent.map((tenant) => choice(tenant, text('recent')))
  // Recent ones come first until a name is typed.
  const [first, second] = query ? [found, before] : [before, found]
  const rest = second.filter((one) => first.every((other) => isFirst(one, other)))
  const all: Choice = {
    key: 'all',
    group: text('all'),
    label: text('all'),
    detail: text('operator'),
    tenant: null,
  }
  return {
    // Last, because Enter takes the first line.
    choices: [...first, ...rest, ...(withAll && !list.isPending ? [all] : [])],
    error: list.error,
    isSearching: query !== settled || list.isFetching,
  }
}
