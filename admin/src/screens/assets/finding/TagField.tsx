import type { Tag } from '@crossdock/client'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useGetList } from 'ra-core'
import { useDeferredValue, useState, type Ref } from 'react'
import { uniqueTags } from './unique_tags.js'

interface TagFieldProps {
  label: string
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** The only tags to choose from. By default, people choose from the organization's tags or type others. */
  choices?: readonly string[]
  autoFocus?: boolean
  /** The text in the field, for forms that also accept it without Enter. */
  typing?: { value: string; onChange: (text: string) => void }
  error?: string
  ref?: Ref<HTMLInputElement>
}

const MOST = 20

/** A field for several tags: typed or chosen. Enter adds the typed tag. */
export function TagField({ label, value, onChange, choices, typing, ...others }: TagFieldProps) {
  const { autoFocus, error, ref } = others
  const [own, setOwn] = useState('')
  const { value: typed, onChange: setTyped } = typing ?? { value: own, onChange: setOwn }
  const search = useDeferredValue(typed.trim())
  const { data = [] } = useGetList<Tag>(
    'tags',
    {
      filter: search ? { search } : {},
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'name', order: 'ASC' },
    },
    { placeholderData: keepPreviousData, enabled: choices === undefined, retry: false }
  )
  const options = choices ?? data.map(({ name }) => name)
  return (
    <Autocomplete<string, true, true, boolean>
      multiple
      freeSolo={choices === undefined}
      filterSelectedOptions
      // With fixed options, Enter takes the first match.
      autoHighlight={choices !== undefined}
      clearOnBlur={false}
      value={[...value]}
      options={[...options]}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, tags) => onChange(uniqueTags(tags))}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label={label}
          autoFocus={autoFocus}
          size="small"
          error={error !== undefined}
          helperText={error}
        />
      )}
    />
  )
}
