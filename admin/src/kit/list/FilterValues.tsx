import Autocomplete from '@mui/material/Autocomplete'
import Menu from '@mui/material/Menu'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useGetList, useTranslate, type RaRecord } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { lazyPart } from '../lazyPart.js'
import { CheckItem } from './CheckItem.js'
import { recordName } from './record_name.js'
import type { ListFilter, ReferenceFilter } from './types.js'

const PeriodValues = lazyPart(() => import('./PeriodValues.js'))

interface FilterValuesProps<F = ListFilter> {
  filter: F
  anchor: HTMLElement
  /** All that is set in the list. */
  values: Record<string, unknown>
  /** Told what this filter sets. */
  onChange: (values: Record<string, unknown>) => void
  onClose: () => void
}

/** Where the value of one filter is chosen. */
export function FilterValues({ filter, ...rest }: FilterValuesProps) {
  if ('reference' in filter) return <Records filter={filter} {...rest} />
  if ('period' in filter) return <PeriodValues label={filter.label} {...rest} />
  const { anchor, values, onChange, onClose } = rest
  const { source } = filter
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': filter.label } }}
    >
      {filter.choices.map(({ id, name }) => (
        <CheckItem
          key={String(id)}
          single
          checked={id === values[source]}
          onClick={() => onChange({ [source]: id })}
        >
          {name}
        </CheckItem>
      ))}
    </Menu>
  )
}

const MOST = 50

function Records({ filter, anchor, onChange, onClose }: FilterValuesProps<ReferenceFilter>) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data = [], isFetching } = useGetList<RaRecord<string>>(
    filter.reference,
    {
      filter: search ? { search } : {},
      pagination: { page: 1, perPage: MOST },
      sort: { field: filter.orderBy ?? 'name', order: 'ASC' },
    },
    { placeholderData: keepPreviousData }
  )
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': filter.label, sx: { mt: 0.75, p: 1.5, width: 300 } },
      }}
    >
      <Autocomplete<RaRecord<string>>
        open
        openOnFocus
        disablePortal
        options={data}
        loading={isFetching}
        // The server has searched.
        filterOptions={(options) => options}
        getOptionLabel={(record) => recordName(filter, record)}
        getOptionKey={({ id }) => id}
        loadingText={translate('kit.loading')}
        noOptionsText={translate('kit.list.noMatch')}
        onInputChange={(_event, text) => setTyped(text)}
        onChange={(_event, record) => record && onChange({ [filter.source]: record.id })}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        slotProps={{
          popper: { sx: { position: 'static !important', transform: 'none !important' } },
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            label={filter.label}
            placeholder={translate('kit.list.findName')}
          />
        )}
      />
    </Popover>
  )
}
