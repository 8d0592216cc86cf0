import type { DesktopAgent, DesktopAgentDetails } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  Icon,
  lazyPart,
  PageHeader,
  PageSkeleton,
  useDialogAddress,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { Pause, Play, SearchX, SquareTerminal } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { agentsPath, POLL } from '../model.js'
import { ClientId } from '../pieces/ClientId.js'
import { ConnectionBadge, StateMarks } from '../pieces/Health.js'
import { useAgentActions } from '../pieces/use_agent_actions.js'
import { About } from './About.js'
import { AgentCommands } from './AgentCommands.js'
import { AgentLog } from './AgentLog.js'
import { FoldersCard } from './FoldersCard.js'
import { HealthCard } from './HealthCard.js'

const SendCommandDialog = lazyPart(() => import('../commands/SendCommandDialog.js'))

const always = () => true

/** /desktop-agents/:agentId: one agent. */
export default function AgentScreen() {
  const translate = useTranslate()
  const { agentId = '' } = useParams()
  // Poll, because a heartbeat emits no event.
  const agent = useRead<DesktopAgent>(['desktop-agents', agentId], {
    refetchInterval: POLL,
    isUnderWay: always,
  })
  const back = <BackToPrevious to={agentsPath}>{translate('agents.page.back')}</BackToPrevious>
  if (agent.isPending) return <PageSkeleton />
  if (agent.error) {
    const isMissing = agent.error instanceof ApiError && agent.error.status === 404
    return (
      <>
        <PageHeader title={translate('agents.title')} above={back} />
        {isMissing ? (
          <EmptyState
            icon={SearchX}
            title={translate('agents.page.missing')}
            description={translate('agents.page.missingText')}
          />
        ) : (
          <ErrorState error={agent.error} onRetry={() => void agent.refetch()} />
        )}
      </>
    )
  }
  return <AgentPage agent={agent.data} back={back} />
}

function AgentPage({ agent, back }: { agent: DesktopAgent; back: ReactNode }) {
  const details = useRead<DesktopAgentDetails>(['desktop-agents', agent.id, 'details'], {
    refetchInterval: POLL,
    isUnderWay: always,
  })
  const facts = [agent.owner, agent.groupName].filter(Boolean)
  return (
    <>
      <PageHeader
        title={agent.machineName}
        subtitle={
          <Box
            component="span"
            sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
          >
            <ConnectionBadge agent={agent} />
            <StateMarks agent={agent} />
            {facts.length > 0 && <span>{facts.join(' · ')} ·</span>}
            <ClientId of={agent} />
          </Box>
        }
        above={back}
        actions={<Actions agent={agent} />}
      />
      <Notices agent={agent} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 344px' },
          '& > div': { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 },
        }}
      >
        <div>
          <HealthCard agent={agent} details={details} />
          <AgentCommands agent={agent} />
          <AgentLog agent={agent} details={details} />
        </div>
        <div>
          <About agent={agent} />
          <FoldersCard agent={agent} />
        </div>
      </Box>
    </>
  )
}

function Actions({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  const canSend = usePermissions().can('agents.commands')
  const sending = useDialogAddress('send')
  const { menuOf, run, isPending, canManage, dialogs } = useAgentActions()
  const { machineName: name, isPaused, isOnline } = agent
  if (agent.retiredAt) return null
  const verb = isPaused ? 'resume' : 'pause'
  return (
    <>
      {canManage && (
        <>
          <Button
            variant="outlined"
            disabled={isPending}
            startIcon={<Icon icon={isPaused ? Play : Pause} />}
            onClick={() => run(agent, verb)}
          >
            {translate(`agents.action.${verb}`)}
          </Button>
          <ActionMenu
            label={translate('agents.actionsFor', { name })}
            actions={() => menuOf(agent)}
          />
        </>
      )}
      {canSend && (
        <span title={isOnline ? undefined : translate('agents.isOffline', { name })}>
          <Button
            variant="contained"
            disabled={!isOnline}
            startIcon={<Icon icon={SquareTerminal} />}
            onClick={() => sending.open(agent.id)}
          >
            {translate('agents.send')}
          </Button>
        </span>
      )}
      {dialogs}
      {canSend && sending.value !== null && (
        <SendCommandDialog agentId={agent.id} onClose={sending.close} />
      )}
    </>
  )
}

/** Problems of the agent, with their solutions. */
function Notices({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  const canManage = usePermissions().can('agents.manage')
  const copy = agent.copies.at(-1)
  const again = canManage && (
    <Button size="small" color="inherit" component={Link} to={`${agentsPath}?tab=deploy`}>
      {translate('agents.page.enrollAgain')}
    </Button>
  )
  if (agent.retiredAt) {
    return (
      <Alert severity="info" action={again} sx={{ mb: 2 }}>
        {translate('agents.page.retired')}
      </Alert>
    )
  }
  return (
    <>
      {copy && (
        <Alert severity="warning" action={again} sx={{ mb: 2 }}>
          {translate('agents.page.copy', { name: copy.machineName })}
        </Alert>
      )}
      {agent.isPaused && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('agents.page.isPaused')}
        </Alert>
      )}
    </>
  )
}
