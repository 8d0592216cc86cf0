import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ErrorState,
  Icon,
  KeyValueInput,
  lazyPart,
  RowsSkeleton,
  useJsonRule,
  usePermissions,
  useRead,
  type KindFormProps,
} from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { sendFileModes } from '../model.js'
import { ReferenceChoice } from './ReferenceChoice.js'

const SystemDialog = lazyPart(() => import('../systems/SystemDialog.js'))
const EndpointDialog = lazyPart(() => import('../endpoints/EndpointDialog.js'))

const any = { range: '[0,0]' }

/** Selects the endpoint that a step calls, and its parameters. If there are no systems, offers to create one. */
export default function ApiCallFields({ source }: KindFormProps) {
  const translate = useTranslate()
  // System and endpoint are outside of the step's configuration.
  const step = source.replace(/\.config$/, '')
  const systemId = useWatch({ name: `${step}.systemId` }) as string | null
  // Whether the step had no system at first. Later choices do not change it.
  const [isNew] = useState(!systemId)
  const systems = useRead<ExternalSystem[]>('integrations/systems', { query: any, enabled: isNew })
  if (isNew && systems.isPending) return <RowsSkeleton rows={2} />
  if (isNew && systems.error) {
    return <ErrorState plain error={systems.error} onRetry={() => void systems.refetch()} />
  }
  if (isNew && systems.data?.length === 0) {
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Alert severity="warning">{translate('integrations.call.noSystems')}</Alert>
        <CreateHere step={step} systemId={null} />
      </Box>
    )
  }
  return <CallFields source={source} step={step} systemId={systemId} />
}

interface CallFieldsProps {
  source: string
  step: string
  systemId: string | null
}

/** Only outbound endpoints can be called. */
function CallFields({ source, step, systemId }: CallFieldsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.call.${key}`)
  const { setValue } = useFormContext()
  const isJson = useJsonRule('{"orderId": "4711"}')
  return (
    <>
      <ReferenceChoice<ExternalSystem>
        source={`${step}.systemId`}
        reference="integrations/systems"
        label={text('system')}
        nameOf={({ name }) => name}
        needed={text('systemRequired')}
        onChange={() => setValue(`${step}.endpointId`, '')}
      />
      <ReferenceChoice<ApiEndpoint>
        key={systemId}
        source={`${step}.endpointId`}
        reference="integrations/endpoints"
        filter={{ systemId, endpointType: 'outbound' }}
        label={text('endpoint')}
        nameOf={({ name, method, path }) => `${name} (${method} ${path})`}
        needed={text('endpointRequired')}
        none={text('noEndpoints')}
        hint={systemId ? undefined : text('endpointFirst')}
        disabled={!systemId}
      />
      <CreateHere step={step} systemId={systemId} />
      <SelectInput
        source={`${source}.sendFile`}
        label={text('sendFile')}
        choices={sendFileModes.map((id) => ({ id, name: text(`sendFileMode.${id}`) }))}
        validate={required()}
      />
      <KeyValueInput
        source={`${source}.params`}
        label={text('params')}
        helperText={text('paramsHint')}
        placeholder={'{\n  "orderId": "{file.name}"\n}'}
        validate={isJson}
      />
    </>
  )
}

/** Creates a system or an endpoint inside the form of the step, which then uses it. */
function CreateHere({ step, systemId }: Pick<CallFieldsProps, 'step' | 'systemId'>) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.call.${key}`)
  const { setValue } = useFormContext()
  const canWrite = usePermissions().can('integrations.write')
  const [making, setMaking] = useState<'system' | 'endpoint'>()
  if (!canWrite) return null
  const choose = (field: 'systemId' | 'endpointId', id: string) =>
    setValue(`${step}.${field}`, id, { shouldDirty: true, shouldValidate: true })
  const close = () => setMaking(undefined)
  const button = (what: 'system' | 'endpoint') => (
    <Button size="small" startIcon={<Icon icon={Plus} />} onClick={() => setMaking(what)}>
      {text(what === 'system' ? 'newSystem' : 'newEndpoint')}
    </Button>
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: -1, ml: -1.25 }}>
      {button('system')}
      {systemId && button('endpoint')}
      {making === 'system' && (
        <SystemDialog
          onSaved={({ id }) => {
            choose('systemId', id)
            setValue(`${step}.endpointId`, '')
          }}
          onClose={close}
        />
      )}
      {making === 'endpoint' && systemId && (
        <EndpointDialog
          system={{ id: systemId }}
          onSaved={({ id, endpointType }) => {
            // Only outbound endpoints can be called.
            if (endpointType === 'outbound') choose('endpointId', id)
          }}
          onClose={close}
        />
      )}
    </Box>
  )
}
