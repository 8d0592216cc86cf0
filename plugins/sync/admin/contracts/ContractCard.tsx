import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ActionMenu, Icon, RelativeTime } from '@crossdock/admin/kit'
import { ArrowDown, ArrowDownUp } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { contractPath, isRunning, type SyncContract } from '../model.js'
import { End } from '../pieces/End.js'
import { StateBadge } from '../pieces/StateBadge.js'
import { StatusLine } from '../pieces/StatusLine.js'
import type { ContractActions } from '../form/use_contract_actions.js'

interface ContractCardProps {
  contract: SyncContract
  actions: ContractActions
}

/** One contract with its ends, its state and its actions. */
export function ContractCard({ contract, actions }: ContractCardProps) {
  const { name, description, sides } = contract
  return (
    <Box
      component="article"
      aria-label={name}
      sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 196 }}
    >
      <Box sx={{ p: 2, pb: 1.75, flex: 1, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            {description && (
              <Typography variant="body2" color="textSecondary" noWrap title={description}>
                {description}
              </Typography>
            )}
          </Box>
          <StateBadge contract={contract} />
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, fontSize: '0.8125rem' }}>
          <Direction contract={contract} />
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <End side={sides.source} />
            <End side={sides.target} />
          </Box>
        </Box>
        <StatusLine contract={contract} />
      </Box>
      <Foot contract={contract} actions={actions} />
    </Box>
  )
}

function Direction({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const isBoth = contract.syncRules.bidirectional
  const label = translate(isBoth ? 'sync.direction.both' : 'sync.direction.forward')
  return (
    <Box
      component="span"
      role="img"
      aria-label={label}
      title={label}
      sx={{ display: 'flex', color: 'text.secondary' }}
    >
      <Icon icon={isBoth ? ArrowDownUp : ArrowDown} size={15} />
    </Box>
  )
}

function Foot({ contract, actions }: ContractCardProps) {
  const translate = useTranslate()
  const { name } = contract
  const menu = actions.menuOf(contract)
  return (
    <Box
      // A click on the card opens the contract; a click on these controls does not.
      onClick={(event) => event.stopPropagation()}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.25,
        px: 1,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        cursor: 'default',
        '& .MuiButton-root': { px: { xs: 0.625, sm: 1 }, minWidth: 0, whiteSpace: 'nowrap' },
      }}
    >
      <SyncButton contract={contract} actions={actions} />
      <Button
        size="small"
        component={Link}
        to={contractPath(contract)}
        aria-label={translate('sync.action.viewOf', { name })}
      >
        {translate('sync.action.view')}
      </Button>
      {actions.canManage && (
        <Button
          size="small"
          aria-label={translate('sync.action.editOf', { name })}
          onClick={() => actions.edit(contract)}
        >
          {translate('sync.action.edit')}
        </Button>
      )}
      <Typography
        variant="caption"
        color="textSecondary"
        noWrap
        sx={{ flex: 1, minWidth: 0, textAlign: 'right', px: { xs: 0.25, sm: 0.75 } }}
      >
        {contract.lastSync && <RelativeTime time={contract.lastSync} />}
      </Typography>
      {menu.length > 0 && (
        <ActionMenu label={translate('sync.actionsFor', { name })} actions={menu} />
      )}
    </Box>
  )
}

/** Sync Now for active contracts; Stop while a sync runs. */
export function SyncButton({ contract, actions }: ContractCardProps) {
  const translate = useTranslate()
  if (!actions.canRun) return null
  const { name, isActive } = contract
  const verb = isActive && isRunning(contract) ? 'stop' : 'sync'
  return (
    <span title={isActive ? undefined : translate('sync.isInactive', { name })}>
      <Button
        size="small"
        disabled={!isActive || actions.isPending}
        aria-label={translate(`sync.action.${verb}Of`, { name })}
        onClick={() => actions.run(contract, verb)}
      >
        {translate(`sync.action.${verb}`)}
      </Button>
    </span>
  )
}
