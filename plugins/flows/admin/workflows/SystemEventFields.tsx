import type { ExternalSystem } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import { errorText, kindNamed, useKinds, type KindFormProps } from '@crossdock/admin/kit'
import { required, useGetList, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { RulesInput } from './RulesInput.js'

/** Maximum number of offered systems. An environment has fewer in practice. */
const mostSystems = 200

/** The event of a connected system that starts the flow, and its rules. */
export default function SystemEventFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.systemEvent.${key}`)
  const systems = useGetList<ExternalSystem>('integrations/systems', {
    pagination: { page: 1, perPage: mostSystems },
    sort: { field: 'name', order: 'ASC' },
  })
  const { data: triggers = [] } = useKinds('flows/triggers')
  const events = kindNamed(triggers, 'system_event')?.schema.properties?.eventType?.enum ?? []
  return (
    <>
      {systems.error && <Alert severity="warning">{errorText(systems.error, translate)}</Alert>}
      <SelectInput
        source={`${source}.systemId`}
        label={text('system')}
        choices={systems.data ?? []}
        isPending={systems.isPending}
        helperText={systems.data?.length === 0 ? text('noSystems') : undefined}
        validate={required(text('systemRequired'))}
      />
      <SelectInput
        source={`${source}.eventType`}
        label={text('event')}
        choices={events.map((id) => ({
          id,
          name: text(`events.${String(id)}`),
        }))}
        validate={required(text('eventRequired'))}
      />
      <RulesInput source={`${source}.validationRules`} />
    </>
  )
}
