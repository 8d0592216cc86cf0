import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import {
  ErrorState,
  FieldRow,
  JsonInput,
  RowsSkeleton,
  useJsonRule,
  useRead,
  type KindFormProps,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { everything, sendFileModes } from '../model.js'

/** Which endpoint a step calls, and with what, as soon as it is known what there is to call. */
export default function ApiCallFields({ source }: KindFormProps) {
  const systems = useRead<ExternalSystem[]>('integrations/systems', everything)
  const endpoints = useRead<ApiEndpoint[]>('integrations/endpoints', everything)
  if (systems.data && endpoints.data) {
    return <CallFields source={source} systems={systems.data} endpoints={endpoints.data} />
  }
  const failed = [systems, endpoints].filter(({ error }) => error)
  if (failed.length === 0) return <RowsSkeleton rows={2} />
  const retry = () => failed.forEach((read) => void read.refetch())
  return <ErrorState plain error={failed[0]?.error} onRetry={retry} />
}

interface CallFieldsProps {
  source: string
  systems: readonly ExternalSystem[]
  endpoints: readonly ApiEndpoint[]
}

/** Only outbound endpoints can be called. System and endpoint stand beside the step's configuration. */
function CallFields({ source, systems, endpoints }: CallFieldsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.call.${key}`)
  const step = source.replace(/\.config$/, '')
  const { setValue } = useFormContext()
  const systemId = useWatch({ name: `${step}.systemId` }) as string | null
  const isJson = useJsonRule('{"orderId": "4711"}')
  const callable = endpoints.filter(
    (endpoint) => endpoint.systemId === systemId && endpoint.endpointType === 'outbound'
  )
  const hint = !systemId
    ? text('endpointFirst')
    : callable.length === 0
      ? text('noEndpoints')
      : undefined
  if (systems.length === 0) return <Alert severity="warning">{text('noSystems')}</Alert>
  return (
    <>
      <FieldRow>
        <SelectInput
          source={`${step}.systemId`}
          label={text('system')}
          choices={systems.map(({ id, name }) => ({ id, name }))}
          validate={required(text('systemRequired'))}
          onChange={() => setValue(`${step}.endpointId`, '')}
        />
        <SelectInput
          source={`${step}.endpointId`}
          label={text('endpoint')}
          choices={callable.map(({ id, name, method, path }) => ({
            id,
            name: `${name} (${method} ${path})`,
          }))}
          validate={required(text('endpointRequired'))}
          helperText={hint}
          disabled={!systemId}
        />
      </FieldRow>
      <SelectInput
        source={`${source}.sendFile`}
        label={text('sendFile')}
        choices={sendFileModes.map((id) => ({ id, name: text(`sendFileMode.${id}`) }))}
        validate={required()}
      />
      <JsonInput
        source={`${source}.params`}
        label={text('params')}
        helperText={text('paramsHint')}
        placeholder={'{\n  "orderId": "{file.name}"\n}'}
        validate={isJson}
      />
    </>
  )
}
