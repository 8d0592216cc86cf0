import type { AgentCommand, DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  actionsColumn,
  BulkAction,
  EmptyState,
  lazyPart,
  mono,
  RelativeTime,
  ResourceList,
  RowLink,
  useDialogAddress,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { CircleX, RotateCw, SquareTerminal } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { agentPath, commandStatuses, commandTypes, POLL } from '../model.js'
import { useRefresh } from '../pieces/use_refresh.js'
import { CommandActions } from './CommandActions.js'
import { CommandName } from './CommandName.js'
import { CommandStatus } from './CommandStatus.js'

const CommandDialog = lazyPart(() => import('./CommandDialog.js'))

const oneLine = {
  display: 'block',
  maxWidth: 200,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
const when = { color: 'text.secondary', whiteSpace: 'nowrap' } as const

/** The queue of commands to all agents, newest first. */
export default function CommandsTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.commands.${key}`, values)
  const canSend = usePermissions().can('agents.commands')
  const opened = useDialogAddress('command')
  // Poll, because progress emits no event.
  useRefresh(POLL)
  const columns: ListColumn<AgentCommand>[] = [
    {
      source: 'commandType',
      label: text('column.type'),
      card: 'title',
      render: ({ id, commandType }) => (
        <CommandName type={commandType} onOpen={() => opened.open(id)} />
      ),
    },
    {
      source: 'agentName',
      label: text('column.agent'),
      render: ({ agentId, agentName }) => (
        <RowLink to={agentPath({ id: agentId })}>{agentName}</RowLink>
      ),
    },
    {
      source: 'path',
      label: text('column.path'),
      render: ({ parameters: { path } }) => (
        <Box
          component="span"
          title={path}
          sx={{ ...oneLine, fontFamily: mono, fontSize: '0.78125rem' }}
        >
          {path || '–'}
        </Box>
      ),
    },
    {
      source: 'status',
      label: text('column.status'),
      render: (command) => (
        <Box sx={{ maxWidth: 200 }}>
          <CommandStatus command={command} />
          {command.status === 'failed' && command.errorMessage && (
            <Box
              title={command.errorMessage}
              sx={{
                ...oneLine,
                color: 'error.main',
                fontSize: '0.8125rem',
              }}
            >
              {command.errorMessage}
            </Box>
          )}
        </Box>
      ),
    },
    {
      source: 'executedAt',
      label: text('column.executed'),
      render: ({ executedAt }) => (
        <Box component="span" sx={when}>
          <RelativeTime time={executedAt} />
        </Box>
      ),
    },
    {
      source: 'createdAt',
      label: text('column.created'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => (
        <Box component="span" sx={when}>
          <RelativeTime time={createdAt} />
        </Box>
      ),
    },
    ...(canSend
      ? [
          actionsColumn<AgentCommand>(translate('kit.actions'), (command) => (
            <CommandActions command={command} />
          )),
        ]
      : []),
  ]
  const bulk = (verb: 'cancel' | 'retry', done: string, icon: typeof CircleX) => (
    <BulkAction
      label={text(verb)}
      icon={icon}
      request={(id) => ({ path: `desktop-agents/commands/${id}/${verb}` })}
      invalidates={['desktop-agents']}
      success={(count) => text(done, { smart_count: count })}
    />
  )
  return (
    <>
      <ResourceList<AgentCommand>
        resource="desktop-agents/commands"
        label={text('list')}
        columns={columns}
        sort={{ field: 'createdAt', order: 'DESC' }}
        quick={[
          { id: 'all', label: text('chip.all'), filter: {} },
          ...(['queued', 'running', 'failed'] as const).map((status) => ({
            id: status,
            label: text(`chip.${status}`),
            filter: { status },
          })),
        ]}
        filters={[
          {
            source: 'status',
            label: text('column.status'),
            choices: commandStatuses.map((id) => ({ id, name: text(`status.${id}`) })),
          },
          {
            source: 'commandType',
            label: text('column.type'),
            choices: commandTypes.map((id) => ({ id, name: translate(`agents.type.${id}`) })),
          },
          {
            source: 'agentId',
            label: text('column.agent'),
            reference: 'desktop-agents',
            orderBy: 'agentName',
            nameOf: (agent) => (agent as unknown as DesktopAgent).machineName,
          },
        ]}
        onOpen={({ id }) => opened.open(id)}
        bulk={
          canSend && (
            <>
              {bulk('cancel', 'cancelledAll', CircleX)}
              {bulk('retry', 'retriedAll', RotateCw)}
            </>
          )
        }
        empty={
          <EmptyState icon={SquareTerminal} title={text('empty')} description={text('emptyText')} />
        }
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
      {opened.value !== null && <CommandDialog id={opened.value} onClose={opened.close} />}
    </>
  )
}
