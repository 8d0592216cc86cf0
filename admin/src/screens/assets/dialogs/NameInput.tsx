import { maxLength, required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useRef, type FocusEvent } from 'react'

interface NameInputProps {
  /** The number of initially selected characters: the name without the extension. */
  selected?: number
}

/** The name of a file or folder. Names that the server would refuse are reported immediately. */
export function NameInput({ selected }: NameInputProps) {
  const translate = useTranslate()
  const focused = useRef(false)
  const select = ({ target }: FocusEvent<HTMLInputElement>) => {
    if (selected !== undefined && !focused.current) target.setSelectionRange(0, selected)
    focused.current = true
  }
  const text = (key: string) => translate(`assets.name.${key}`)
  const readable = (value: string | null) => {
    if (value && /[/\\]/.test(value)) return text('slash')
    if (value && /^\.{1,2}$/.test(value.trim())) return text('dots')
    return undefined
  }
  return (
    <TextInput
      source="name"
      label={text('label')}
      validate={[required(text('required')), maxLength(255, text('tooLong')), readable]}
      autoComplete="off"
      autoFocus
      slotProps={{ htmlInput: { spellCheck: false, onFocus: select } }}
    />
  )
}
