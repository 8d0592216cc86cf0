import { useController, useFormContext } from 'react-hook-form'
import { uniqueTags } from './unique_tags.js'
import { TagField } from './TagField.js'

interface TagsInputProps {
  source: string
  label: string
  choices?: readonly string[]
  autoFocus?: boolean
}

/** The value of the input. */
export interface Tags {
  chosen: string[]
  /** Typed text without Enter. */
  typed: string
}

export const noTags: Tags = { chosen: [], typed: '' }

/** All tags of the field, including the typed one. */
export const allTags = ({ chosen, typed }: Tags): string[] => uniqueTags([...chosen, typed])

/** Several tags as a form input. */
export function TagsInput({ source, ...others }: TagsInputProps) {
  const { field, fieldState } = useController({ name: source, defaultValue: noTags })
  const { getValues } = useFormContext()
  const tags = field.value as Tags
  // Both parts change in the same tick when Enter adds the typed tag.
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
