import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  BulkAction,
  EmptyState,
  Icon,
  ResourceList,
  RowLink,
  RowsSkeleton,
  Tooltip,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Archive, Boxes, Eye, Monitor, Pause, Play } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link, useNavigate } from 'react-router-dom'
import { agentPath, agentsPath, platforms, POLL } from '../model.js'
import { ClientId } from '../pieces/ClientId.js'
import { Heartbeat, HealthDot, StateMarks } from '../pieces/Health.js'
import { SendButton } from '../pieces/SendButton.js'
import { useAgentActions } from '../pieces/use_agent_actions.js'
import { useNewest } from '../pieces/use_newest.js'
import { useStats } from '../pieces/use_stats.js'
import { AgentCard } from './AgentCard.js'
import { Attention } from './Attention.js'

/** Maximum number of cards. More agents become a list, below the agents that need attention. */
const mostCards = 24

/** All agents of the environment; only visible ones are loaded. */
export default function AgentsTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.${key}`, values)
  const navigate = useNavigate()
  const who = usePermissions()
  const stats = useStats()
  const { menuOf, canManage, dialogs } = useAgentActions()
  const columns = useColumns((agent) => [
    {
      label: text('action.view'),
      icon: Eye,
      onSelect: () => void navigate(agentPath(agent)),
    },
    ...menuOf(agent),
  ])
  if (stats.isPending) return <RowsSkeleton />
  const { totalAgents = 0, onlineAgents = 0 } = stats.data ?? {}
  const isLarge = totalAgents > mostCards
  const bulk = (
    verb: 'pause' | 'resume' | 'retire',
    done: string,
    icon: typeof Pause,
    isFinal = false
  ) => (
    <BulkAction
      label={text(`action.${verb}`)}
      icon={icon}
      destructive={isFinal}
      confirm={
        isFinal
          ? (count) => ({
              title: text('retire.titleAll', { smart_count: count }),
              text: text('retire.textAll', { smart_count: count }),
            })
          : undefined
      }
      request={(id) => ({ path: `desktop-agents/${id}/${verb}` })}
      invalidates={['desktop-agents', 'tenant/usage']}
      success={(count) => text(`done.${done}`, { smart_count: count })}
    />
  )
  return (
    <>
      <ResourceList<DesktopAgent>
        key={isLarge ? 'rows' : 'cards'}
        resource="desktop-agents"
        label={text('list')}
        columns={columns}
        endless
        layout={isLarge ? 'table' : 'cards'}
        card={(agent) => <AgentCard agent={agent} menu={menuOf} />}
        sort={{ field: 'agentName', order: 'ASC' }}
        search={text('search')}
        quick={[
          { id: 'all', label: text('chip.all'), filter: {} },
          { id: 'online', label: text('online'), filter: { isOnline: true } },
          { id: 'offline', label: text('offline'), filter: { isOnline: false } },
          { id: 'paused', label: text('paused'), filter: { isPaused: true } },
        ]}
        filters={[
          { source: 'groupId', label: text('column.group'), reference: 'desktop-agents/groups' },
          {
            source: 'platform',
            label: text('column.system'),
            choices: platforms.map((id) => ({ id, name: text(`platform.${id}`) })),
          },
          {
            source: 'isRetired',
            label: text('column.status'),
            choices: [{ id: true, name: text('retired') }],
          },
        ]}
        to={agentPath}
        nameOf={({ machineName }) => machineName}
        around={(list) => (
          <>
            {isLarge && <Attention menu={menuOf} count={totalAgents - onlineAgents} />}
            {list}
          </>
        )}
        actions={
          <Button component={Link} to={`${agentsPath}/groups`} startIcon={<Icon icon={Boxes} />}>
            {text('groups.open')}
          </Button>
        }
        bulk={
          canManage && (
            <>
              {bulk('pause', 'pausedAll', Pause)}
              {bulk('resume', 'resumedAll', Play)}
              {bulk('retire', 'retiredAll', Archive, true)}
            </>
          )
        }
        empty={
          <EmptyState
            icon={Monitor}
            title={text('empty.title')}
            description={text('empty.text')}
            action={
              who.can('agents.manage') && (
                <Button variant="outlined" component={Link} to={`${agentsPath}?tab=deploy`}>
                  {text('empty.action')}
                </Button>
              )
            }
          />
        }
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
      {dialogs}
    </>
  )
}

function useColumns(menu: Parameters<typeof AgentCard>[0]['menu']): ListColumn<DesktopAgent>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.${key}`, values)
  const newest = useNewest()
  return [
    {
      source: 'agentName',
      label: text('column.computer'),
      sortable: true,
      width: '25%',
      render: (agent) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <HealthDot agent={agent} />
          <RowLink to={agentPath(agent)}>{agent.machineName}</RowLink>
          <ClientId of={agent} />
          <StateMarks agent={agent} />
        </Box>
      ),
    },
    {
      source: 'owner',
      label: text('column.person'),
      width: '14%',
      render: ({ owner }) => <OneLine text={owner} />,
    },
    {
      source: 'groupName',
      label: text('column.group'),
      width: '13%',
      render: ({ groupName }) => <OneLine text={groupName} />,
    },
    {
      source: 'platform',
      label: text('column.system'),
      render: ({ osVersion, platform }) => (
        <OneLine text={osVersion ?? text(`platform.${platform}`, { _: platform })} />
      ),
    },
    {
      source: 'version',
      label: text('column.version'),
      width: 88,
      render: (agent) => <Version version={agent.version} newest={newest(agent)} />,
    },
    {
      source: 'lastHeartbeat',
      label: text('column.heartbeat'),
      sortable: true,
      firstOrder: 'DESC',
      width: 140,
      render: (agent) => <Heartbeat agent={agent} />,
    },
    actionsColumn(
      translate('kit.actions'),
      (agent) => (
        <>
          <Box component="span" sx={onHover}>
            <SendButton agent={agent} variant="outlined" />
          </Box>{' '}
          <ActionMenu
            label={text('actionsFor', { name: agent.machineName })}
            actions={() => menu(agent)}
          />
        </>
      ),
      176
    ),
  ]
}

/** Text cut to one line, with the full text in the tooltip. */
const OneLine = ({ text }: { text: string | null }) => (
  <Box
    title={text ?? undefined}
    sx={{
      maxWidth: 200,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      color: 'text.secondary',
    }}
  >
    {text ?? '–'}
  </Box>
)

/** Style of a control that shows on hover. The keyboard and screen readers always reach it. */
const onHover = {
  '@media (hover: hover)': {
    opacity: 0,
    'tr:hover &, tr:focus-within &': { opacity: 1 },
  },
} as const

function Version({ version, newest }: { version: string; newest: string | undefined }) {
  const translate = useTranslate()
  if (!newest || newest === version) return version
  return (
    <Tooltip title={translate('agents.newer', { version: newest })}>
      <Box component="span" tabIndex={0} sx={{ color: ({ palette }) => palette.tones.warning.fg }}>
        {version}
      </Box>
    </Tooltip>
  )
}
