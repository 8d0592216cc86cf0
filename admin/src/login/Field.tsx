import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'

export interface FieldProps extends Pick<
  OutlinedInputProps,
  'type' | 'required' | 'autoFocus' | 'autoComplete' | 'inputRef' | 'inputProps'
> {
  name: string
  label: string
  value: string
  /** The error of the value; replaces the hint. */
  error?: string
  hint?: string
  onChange: (value: string) => void
}

/** A labelled text field. MUI's TextField would add its select and menu to the first page. */
export function Field({ name, label, required, error, hint, onChange, ...input }: FieldProps) {
  const id = `login-${name}`
  const help = error ?? hint
  return (
    <FormControl required={required} error={Boolean(error)}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        id={id}
        name={name}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {help && <FormHelperText id={`${id}-help`}>{help}</FormHelperText>}
    </FormControl>
  )
}
