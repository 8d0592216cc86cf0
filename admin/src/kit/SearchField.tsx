import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { Icon } from './Icon.js'

export interface SearchFieldProps {
  /** The placeholder, which is also the accessible name. */
  placeholder: string
  value: string
  /** Called 250 ms after the last keystroke. */
  onChange: (value: string) => void
  /** Focuses the field when its dialog opens. */
  autoFocus?: boolean
  /** The input element. */
  ref?: Ref<HTMLInputElement>
}

/** A search box that waits for a pause in typing. */
export function SearchField({ placeholder, value, onChange, autoFocus, ref }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const notify = useRef(onChange)
  notify.current = onChange
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => notify.current(text), 250)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <OutlinedInput
      type="search"
      fullWidth
      size="small"
      value={text}
      inputRef={ref}
      autoFocus={autoFocus}
      placeholder={placeholder}
      onChange={(event) => setText(event.target.value)}
      sx={{ maxWidth: { sm: 280 } }}
      slotProps={{ input: { 'aria-label': placeholder } }}
      startAdornment={
        <InputAdornment position="start" sx={{ mr: -0.5 }}>
          <Icon icon={Search} />
        </InputAdornment>
      }
    />
  )
}
