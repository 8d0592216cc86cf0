import { JsonInput, useJsonRule } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'

/** What a step writes to the metadata of the file the run is about. */
export function MetadataFields({ at }: { at: number }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const isJson = useJsonRule('{"status": "received"}')
  return (
    <JsonInput
      source={`steps.${at}.metadataText`}
      label={text('metadata')}
      helperText={text('metadataHint')}
      placeholder={'{\n  "status": "received"\n}'}
      validate={[required(text('metadataRequired')), isJson]}
    />
  )
}
