import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'

/** The editable properties of a template. */
export interface AboutTemplate {
  name: string
  description: string
  category: string
}

/** Name, description and category of a template. */
export function TemplateFields() {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.templates.form.${key}`)
  return (
    <>
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameRequired'))}
        autoComplete="off"
      />
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <TextInput source="category" label={text('category')} helperText={text('categoryHint')} />
    </>
  )
}
