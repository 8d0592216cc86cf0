import type { KindFormProps } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { CheckboxGroupInput, TextInput } from 'react-admin'
import { FolderPathsInput } from './FolderPathsInput.js'
import { GatheringFields } from './GatheringFields.js'
import { fileEvents } from './model.js'

const asText = (list: unknown) => (Array.isArray(list) ? list.join(', ') : (list ?? ''))

/** The file events that start the workflow. */
export default function FileEventFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  return (
    <>
      <CheckboxGroupInput
        source={`${source}.eventTypes`}
        label={text('eventTypes')}
        choices={fileEvents.map((id) => ({ id, name: translate(`flows.event.${id}`) }))}
        validate={required(text('eventTypesRequired'))}
      />
      <TextInput
        source={`${source}.fileTypes`}
        label={text('fileTypes')}
        helperText={text('fileTypesHint')}
        format={asText}
        autoComplete="off"
      />
      <FolderPathsInput source={`${source}.folderPaths`} />
      <GatheringFields source={source} />
    </>
  )
}
