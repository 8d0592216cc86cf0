import { useController, useFormContext } from 'react-hook-form'
import { once } from './once.js'
import { TagField } from './TagField.js'

interface TagsInputProps {
  source: string
  label: string
  choices?: readonly string[]
  autoFocus?: boolean
}

/** What such an input holds. */
export interface Tags {
  chosen: string[]
  /** What stands in the field without Enter. */
  typed: string
}

export const noTags: Tags = { chosen: [], typed: '' }

/** All of a field's tags: what was typed is meant as well. */
export const allOf = ({ chosen, typed }: Tags): string[] => once([...chosen, typed])

/** Several tags as an input of a form. */
export function TagsInput({ source, ...others }: TagsInputProps) {
  const { field, fieldState } = useController({ name: source, defaultValue: noTags })
  const { getValues } = useFormContext()
  const tags = field.value as Tags
  // Both change at once when Enter takes what was typed.
  const change = (part: Partial<Tags>) => field.onChange({ ...getValues(source), ...part })
  return (
    <TagField
      {...others}
      ref={field.ref}
      value={tags.chosen}
      onChange={(chosen) => change({ chosen })}
      typing={{ value: tags.typed, onChange: (typed) => change({ typed }) }}
      error={fieldState.error?.message}
    />
  )
}
