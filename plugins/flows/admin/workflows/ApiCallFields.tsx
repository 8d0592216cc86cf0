import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import { ErrorState, FieldRow, JsonInput, RowsSkeleton, useJsonRule } from '@crossdock/admin/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { sendFileModes } from './model.js'
import type { WorkflowForm } from './workflow_form.js'

interface ApiCallFieldsProps {
  at: number
  systems: UseQueryResult<ExternalSystem[]>
  endpoints: UseQueryResult<ApiEndpoint[]>
}

/** Which endpoint a step calls, and with what, as soon as it is known what there is to call. */
export function ApiCallFields({ at, systems, endpoints }: ApiCallFieldsProps) {
  if (systems.data && endpoints.data) {
    return <CallFields at={at} systems={systems.data} endpoints={endpoints.data} />
  }
  const failed = [systems, endpoints].filter(({ error }) => error)
  if (failed.length === 0) return <RowsSkeleton rows={2} />
  const retry = () => failed.forEach((read) => void read.refetch())
  return <ErrorState plain error={failed[0]?.error} onRetry={retry} />
}

interface CallFieldsProps {
  at: number
  systems: readonly ExternalSystem[]
  endpoints: readonly ApiEndpoint[]
}

/** Only outbound endpoints can be called. */
function CallFields({ at, systems, endpoints }: CallFieldsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  const { setValue } = useFormContext<WorkflowForm>()
  const systemId = useWatch<WorkflowForm, `steps.${number}.systemId`>({
    name: `steps.${at}.systemId`,
  })
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
          source={`steps.${at}.systemId`}
          label={text('system')}
          choices={systems.map(({ id, name }) => ({ id, name }))}
          validate={required(text('systemRequired'))}
          onChange={() => setValue(`steps.${at}.endpointId`, '')}
        />
        <SelectInput
          source={`steps.${at}.endpointId`}
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
        source={`steps.${at}.sendFile`}
        label={text('sendFile')}
        choices={sendFileModes.map((id) => ({ id, name: text(`sendFileMode.${id}`) }))}
        validate={required()}
      />
      <JsonInput
        source={`steps.${at}.paramsText`}
        label={text('params')}
        helperText={text('paramsHint')}
        placeholder={'{\n  "orderId": "{file.name}"\n}'}
        validate={isJson}
      />
    </>
  )
}
