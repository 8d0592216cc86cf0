import Button from '@mui/material/Button'
import { Icon, lazyPart, TabbedPage, useDialogAddress, usePermissions } from '@crossdock/admin/kit'
import { Download, SquareTerminal } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { agentsPath } from './model.js'
import { useRefresh } from './pieces/use_refresh.js'
import { useStats } from './pieces/use_stats.js'
import { Stats } from './Stats.js'

const SendCommandDialog = lazyPart(() => import('./commands/SendCommandDialog.js'))

/** /desktop-agents: the agents, their commands, and how to add an agent. */
export default function AgentsScreen() {
  const translate = useTranslate()
  const who = usePermissions()
  const sending = useDialogAddress('send')
  const isDeploying = useSearchParams()[0].get('tab') === 'deploy'
  const { data: stats } = useStats()
  useRefresh()
  const canSend = who.can('agents.commands')
  const isNoneOnline = !stats || stats.onlineAgents === 0
  // The command palette offers this command before it knows whether there are agents.
  if (sending.value === 'any' && stats?.totalAgents === 0) {
    return <Navigate to={`${agentsPath}?tab=deploy`} replace />
  }
  return (
    <>
      <TabbedPage
        page="desktop-agents"
        title={translate('agents.title')}
        label={translate('agents.tabsLabel')}
        fewActions
        actions={
          <>
            {who.can('agents.manage') && !isDeploying && (
              <Button
                variant="outlined"
                component={Link}
                to={`${agentsPath}?tab=deploy`}
                startIcon={<Icon icon={Download} />}
              >
                {translate('agents.deployAgent')}
              </Button>
            )}
            {canSend && (
              <span title={isNoneOnline ? translate('agents.noneOnline') : undefined}>
                <Button
                  variant={isDeploying ? 'outlined' : 'contained'}
                  disabled={isNoneOnline}
                  startIcon={<Icon icon={SquareTerminal} />}
                  onClick={() => sending.open('any')}
                >
                  {translate('agents.send')}
                </Button>
              </span>
            )}
          </>
        }
      >
        <Stats />
      </TabbedPage>
      {canSend && sending.value !== null && (
        <SendCommandDialog
          agentId={sending.value === 'any' ? undefined : sending.value}
          onClose={sending.close}
        />
      )}
    </>
  )
}
