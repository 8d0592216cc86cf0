import type { DesktopAgent, ExternalSystem } from '@crossdock/client'
import { usePermissions, useRead } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { AutocompleteInput, ReferenceInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'

const toSearch = (search: string) => (search ? { search } : {})

/** Selects a computer by part of its name. The only computer is selected already. */
export function AgentInput({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.form.${key}`)
  const canSee = usePermissions().can('agents.read')
  useOnlyAgent(source, canSee)
  if (!canSee) {
    return <TextInput source={source} label={text('computer')} helperText={text('computerId')} />
  }
  return (
    <ReferenceInput source={source} reference="desktop-agents" sort={byAgentName} perPage={25}>
      <AutocompleteInput
        label={text('computer')}
        helperText={text('computerHint')}
        // Show the client ID, as contracts do: two computers may share a name.
        optionText={({ agentName, clientId, isOnline }: DesktopAgent) =>
          `${agentName} (${clientId.slice(0, 8)})${isOnline ? '' : `, ${text('offline')}`}`
        }
        filterToQuery={toSearch}
        filterSelectedOptions={false}
        noOptionsText={text('noComputers')}
      />
    </ReferenceInput>
  )
}

function useOnlyAgent(source: string, canSee: boolean): void {
  const { getValues, setValue } = useFormContext()
  const { data: agents } = useRead<DesktopAgent[]>(['desktop-agents'], {
    query: { range: '[0,1]' },
    enabled: canSee,
  })
  const only = agents?.length === 1 ? agents[0]!.id : undefined
  useEffect(() => {
    if (only && !getValues(source)) setValue(source, only)
  }, [only, source, getValues, setValue])
}

const byAgentName = { field: 'agentName', order: 'ASC' } as const
const byName = { field: 'name', order: 'ASC' } as const

/** Selects an external system by part of its name. */
export function SystemInput({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.form.${key}`)
  const needed = required(text('systemNeeded'))
  if (!usePermissions().can('integrations.read')) {
    return (
      <TextInput
        source={source}
        label={text('system')}
        helperText={text('systemId')}
        validate={needed}
      />
    )
  }
  return (
    <ReferenceInput source={source} reference="integrations/systems" sort={byName} perPage={25}>
      <AutocompleteInput
        label={text('system')}
        helperText={text('systemHint')}
        optionText={({ name }: ExternalSystem) => name}
        filterToQuery={toSearch}
        filterSelectedOptions={false}
        noOptionsText={text('noSystems')}
        validate={needed}
      />
    </ReferenceInput>
  )
}
