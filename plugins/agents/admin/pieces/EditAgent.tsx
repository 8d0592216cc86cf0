import type { AgentGroup, DesktopAgent } from '@crossdock/client'
import { FormDialog, useAction, useRead, useUnlessChanged } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'

interface AgentForm {
  agentName: string
  groupId: string
}

// Compares only these fields, because heartbeats change the record constantly, which is no edit conflict.
const stateOf = ({ agentName, groupId }: DesktopAgent) => JSON.stringify([agentName, groupId])

/** Renames an agent, or changes its group. */
export default function EditAgent({
  agent,
  onClose,
}: {
  agent: DesktopAgent
  onClose: () => void
}) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.edit.${key}`, values)
  const groups = useRead<AgentGroup[]>('desktop-agents/groups', { query: { range: '[0,99]' } })
  const save = useAction<DesktopAgent, AgentForm>(
    ({ agentName, groupId }) => ({
      path: `desktop-agents/${agent.id}`,
      method: 'PUT',
      body: { agentName, groupId: groupId || null },
    }),
    {
      ifMatch: useUnlessChanged<DesktopAgent>(`desktop-agents/${agent.id}`, agent, stateOf),
      invalidates: ['desktop-agents'],
      success: { title: translate('agents.done.changed') },
      error: { fallback: translate('agents.failed'), inForm: true },
    }
  )
  const known = groups.data ?? []
  const own =
    agent.groupId && !known.some(({ id }) => id === agent.groupId)
      ? [{ id: agent.groupId, name: agent.groupName ?? agent.groupId }]
      : []
  return (
    <FormDialog<AgentForm>
      open
      title={text('title', { name: agent.machineName })}
      defaultValues={{ agentName: agent.agentName, groupId: agent.groupId ?? '' }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <TextInput
        source="agentName"
        label={text('name')}
        helperText={text('nameHint', { name: agent.machineName })}
        validate={required(text('nameNeeded'))}
        autoComplete="off"
        autoFocus
      />
      <SelectInput
        source="groupId"
        label={text('group')}
        emptyText={text('noGroup')}
        choices={[...own, ...known.map(({ id, name }) => ({ id, name }))]}
      />
    </FormDialog>
  )
}
