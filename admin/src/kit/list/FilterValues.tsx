import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete'
import Menu from '@mui/material/Menu'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useGetList, useTranslate, type RaRecord } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { lazyPart } from '../lazyPart.js'
import { CheckItem } from './CheckItem.js'
import { recordName } from './record_name.js'
import type { ChoiceFilter, FilterChoice, ListFilter, ReferenceFilter } from './types.js'

const PeriodValues = lazyPart(() => import('./PeriodValues.js'))

interface FilterValuesProps<F = ListFilter> {
  filter: F
  anchor: HTMLElement
  /** All filter values of the list. */
  values: Record<string, unknown>
  /** Called with the values this filter sets. */
  onChange: (values: Record<string, unknown>) => void
  onClose: () => void
}

/** With more options than this, the menu has a search, because it would be longer than a screen. */
const MOST_LISTED = 24

/** The editor for the value of one filter. */
export function FilterValues({ filter, ...rest }: FilterValuesProps) {
  if ('reference' in filter) return <Records filter={filter} {...rest} />
  if ('period' in filter) return <PeriodValues label={filter.label} {...rest} />
  if (filter.choices.length > MOST_LISTED) return <Choices filter={filter} {...rest} />
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

function Choices({ filter, onChange, ...rest }: FilterValuesProps<ChoiceFilter>) {
  return (
    <Searched<FilterChoice>
      label={filter.label}
      options={filter.choices}
      nameOf={({ name }) => name}
      onChange={({ id }) => onChange({ [filter.source]: id })}
      {...rest}
    />
  )
}

const MOST = 50

function Records({ filter, onChange, ...rest }: FilterValuesProps<ReferenceFilter>) {
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
    <Searched<RaRecord<string>>
      label={filter.label}
      options={data}
      loading={isFetching}
      // The server has already searched.
      filterOptions={(options) => options}
      nameOf={(record) => recordName(filter, record)}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={({ id }) => onChange({ [filter.source]: id })}
      {...rest}
    />
  )
}

interface SearchedProps<T> extends Pick<
  AutocompleteProps<T, false, false, false>,
  'options' | 'loading' | 'filterOptions' | 'onInputChange'
> {
  label: string
  anchor: HTMLElement
  nameOf: (option: T) => string
  onChange: (option: T) => void
  onClose: () => void
}

function Searched<T extends { id: string | boolean }>(props: SearchedProps<T>) {
  const { label, anchor, options, loading, filterOptions, onInputChange } = props
  const { nameOf, onChange, onClose } = props
  const translate = useTranslate()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.75, p: 1.5, width: 300 } },
      }}
    >
      <Autocomplete<T>
        open
        openOnFocus
        disablePortal
        options={options}
        loading={loading}
        filterOptions={filterOptions}
        getOptionLabel={nameOf}
        getOptionKey={({ id }) => String(id)}
        loadingText={translate('kit.loading')}
        noOptionsText={translate('kit.list.noMatch')}
        onInputChange={onInputChange}
        onChange={(_event, option) => option && onChange(option)}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        slotProps={{
          popper: { sx: { position: 'static !important', transform: 'none !important' } },
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            label={label}
            placeholder={translate('kit.list.findName')}
          />
        )}
      />
    </Popover>
  )
}
