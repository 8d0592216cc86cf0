import type { Tag } from '@crossdock/client'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useGetList } from 'ra-core'
import { useDeferredValue, useState } from 'react'

interface TagFieldProps {
  label: string
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** What there is to choose from; the organization's tags when left out, and any other may be typed. */
  choices?: readonly string[]
  autoFocus?: boolean
  disabled?: boolean
}

const MOST = 20

/** Several tags: typed, or chosen from those there are. Enter takes what was typed. */
export function TagField({ label, value, onChange, choices, autoFocus, disabled }: TagFieldProps) {
  const [typed, setTyped] = useState('')
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
      autoHighlight={false}
      disabled={disabled}
      value={[...value]}
      options={[...options]}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, tags) => onChange(once(tags))}
      renderInput={(params) => (
        <TextField {...params} label={label} autoFocus={autoFocus} size="small" />
      )}
    />
  )
}

/** Tags that differ in upper and lower case alone are one. */
function once(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags.map((one) => one.trim()).filter(Boolean)) {
    if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  return [...known.values()]
}
