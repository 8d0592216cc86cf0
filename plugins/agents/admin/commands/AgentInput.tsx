import type { DesktopAgent } from '@crossdock/client'
import { required, useTranslate } from 'ra-core'
import { AutocompleteInput, ReferenceInput } from 'react-admin'
import { shortClientId } from '../model.js'

const byName = { field: 'agentName', order: 'ASC' } as const

/** Selects an online agent by part of its name. */
export function AgentInput() {
  const translate = useTranslate()
  return (
    <ReferenceInput
      source="agentId"
      reference="desktop-agents"
      filter={{ isOnline: true }}
      sort={byName}
      perPage={25}
    >
      <AutocompleteInput
        label={translate('agents.form.agent')}
        optionText={(agent: DesktopAgent) => `${agent.machineName} (${shortClientId(agent)})`}
        filterToQuery={(search: string) => (search ? { search } : {})}
        filterSelectedOptions={false}
        noOptionsText={translate('kit.list.noMatch')}
        validate={required(translate('agents.form.agentNeeded'))}
      />
    </ReferenceInput>
  )
}
