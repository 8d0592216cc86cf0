import { mono } from '../theme/index.js'
import type { Validator } from 'ra-core'
import { TextInput } from 'react-admin'

export interface JsonInputProps {
  source: string
  label: string
  helperText: string
  placeholder: string
  validate: Validator | Validator[]
}

/** A text area for JSON. */
export const JsonInput = (props: JsonInputProps) => (
  <TextInput
    {...props}
    multiline
    minRows={3}
    maxRows={10}
    slotProps={{
      htmlInput: { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' },
      input: { sx: { '& textarea': { fontFamily: mono, fontSize: '0.8125rem' } } },
    }}
  />
)
