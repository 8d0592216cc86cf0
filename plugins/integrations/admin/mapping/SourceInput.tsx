import type { MappingSource } from '@crossdock/client'
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { mono } from '@crossdock/admin/kit'
import { useInput, useTranslate, type Validator } from 'ra-core'
import { useRef, type ReactNode } from 'react'
import { InputHelperText } from 'react-admin'
import { typedSource, type MapName, type MappingFrom } from './rows.js'
import { SourceGroup, SourceOption } from './SourceOption.js'

interface SourceInputProps {
  source: string
  /** The request field that the source fills, for the accessible name. */
  target: string
  known: readonly MappingSource[]
  validate: Validator
  /** The server's error. */
  problem?: string
  /** Shown below the field if there is no error. */
  hint?: ReactNode
}

const narrowed = createFilterOptions<MappingSource>({
  limit: 100,
  stringify: ({ source }) => source,
})

/** Selects the source of a field: values of files, people and runs, or any path of custom metadata. */
export function SourceInput(props: SourceInputProps) {
  const { source, target, known, validate, problem, hint } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.mapping.${key}`, values)
  const { field, fieldState } = useInput<MappingFrom>({ source, validate, parse: (from) => from })
  const from = field.value as MappingFrom
  // While a person types, keep the map of the row: a partial word must not change it.
  const before = useRef<MapName>(from.map)
  const type = (typed: string) => field.onChange(typedSource(typed, before.current, known))
  const error = fieldState.error?.message ?? problem
  const group = text(`group.${from.map}`)
  return (
    <Autocomplete<MappingSource, false, true, true>
      freeSolo
      disableClearable
      openOnFocus
      forcePopupIcon={known.length > 0}
      options={known}
      value={{ ...from, value: null }}
      inputValue={from.source}
      onInputChange={(_event, typed, reason) => reason === 'input' && type(typed)}
      onChange={(_event, chosen) => {
        if (typeof chosen === 'string') return type(chosen)
        before.current = chosen.map as MapName
        return field.onChange({ map: chosen.map, source: chosen.source })
      }}
      onFocus={() => (before.current = from.map)}
      onBlur={() => field.onBlur()}
      groupBy={({ map }) => text('groupOf', { name: text(`group.${map}`), map })}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.source)}
      isOptionEqualToValue={(option, value) =>
        option.map === value.map && option.source === value.source
      }
      filterOptions={(options, state) =>
        withCustom(narrowed(options, state), known, state.inputValue)
      }
      renderGroup={({ key, group: name, children }) => (
        <SourceGroup key={key} name={name}>
          {children}
        </SourceGroup>
      )}
      renderOption={({ key: _key, ...option }, one) => (
        <SourceOption
          key={`${one.map} ${one.source}`}
          {...option}
          of={one}
          note={known.includes(one) ? undefined : text('own')}
        />
      )}
      slotProps={{
        popper: { placement: 'bottom-end', sx: { minWidth: { sm: 340 } } },
        listbox: { 'aria-label': text('sources'), 'aria-labelledby': undefined },
      }}
      renderInput={({ InputProps, inputProps, ...params }) => (
        <TextField
          {...params}
          inputRef={field.ref}
          error={error !== undefined}
          placeholder={text('sourcePlaceholder')}
          helperText={
            error || hint ? <InputHelperText error={error} helperText={hint} /> : undefined
          }
          slotProps={{
            input: {
              ...InputProps,
              sx: { '& input': { fontFamily: mono, fontSize: '0.8125rem' } },
              startAdornment: from.source ? (
                <InputAdornment position="start" sx={{ ml: 1.5, mr: 0 }}>
                  {group}
                </InputAdornment>
              ) : undefined,
            },
            htmlInput: {
              ...inputProps,
              'aria-label': text('sourceOf', { target: target || text('newField'), group }),
              autoCapitalize: 'none',
              spellCheck: false,
            },
          }}
        />
      )}
    />
  )
}

/** Always offers the typed text as custom metadata, even if a person or a run has a field of that name. */
function withCustom(found: MappingSource[], known: readonly MappingSource[], typed: string) {
  const isOfFiles = ({ map, source }: MappingSource) => map === 'fileMetadata' && source === typed
  if (!typed || known.some(isOfFiles)) return found
  const own = { map: 'fileMetadata', source: typed, value: null }
  return [own, ...found]
}
