import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { errorText, formatBytes, formatRelative, useRead, useSettled } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { TrialFile } from './trial.js'

interface FileChoiceProps {
  label: string
  value: TrialFile | null
  onChange: (file: TrialFile | null) => void
  hint?: string
  autoFocus?: boolean
}

const matching = createFilterOptions<TrialFile>({ trim: true })

/** Selects a file of any folder. The most recently changed files come first. */
export function FileChoice({ label, value, onChange, hint, autoFocus }: FileChoiceProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.preview.${key}`)
  const id = useId()
  const [typed, setTyped] = useState(value?.name ?? '')
  const search = useSettled(typed === value?.name ? '' : typed.trim(), 250)
  const files = useRead<TrialFile[]>('assets', {
    query: {
      // With `search`, even an empty one, the server lists the files of all folders.
      filter: JSON.stringify({ type: 'file', search }),
      sort: '["updatedAt","DESC"]',
      range: '[0,19]',
    },
    keepPrevious: true,
  })
  return (
    <Autocomplete<TrialFile>
      id={id}
      options={files.data ?? []}
      value={value}
      inputValue={typed}
      onInputChange={(_event, next) => setTyped(next)}
      onChange={(_event, file) => onChange(file)}
      autoHighlight
      // Inside a form, Enter selects and must not submit.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onOpen={() => void files.refetch()}
      loading={files.isFetching}
      loadingText={translate('kit.loading')}
      noOptionsText={files.error ? errorText(files.error, translate) : text('noFiles')}
      // The results may belong to an earlier text, so filter them by the present one.
      filterOptions={matching}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderOption={({ key: _key, ...option }, file) => (
        <li key={file.id} {...option}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {file.name}
          </Box>
          <Box component="span" sx={{ pl: 2, color: 'text.secondary', fontSize: '0.8125rem' }}>
            {formatBytes(file.size)} · {formatRelative(file.updatedAt)}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={text('filePlaceholder')}
          helperText={hint}
          autoFocus={autoFocus}
        />
      )}
    />
  )
}
