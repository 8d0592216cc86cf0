import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  Icon,
  PageHeader,
  PageSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { PenLine, RefreshCw, SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { isRunning, POLL, syncPath, type SyncContract } from '../model.js'
import { StateBadge } from '../pieces/StateBadge.js'
import { useContractActions } from '../form/use_contract_actions.js'
import { useRefresh } from '../pieces/use_refresh.js'
import { useContractTexts } from '../pieces/use_contract_texts.js'
import { Kept } from '../kept/Kept.js'
import { Ends } from './Ends.js'
import { History } from './History.js'
import { InProgress } from './InProgress.js'
import { Notices } from './Notices.js'
import { Plan } from './Plan.js'
import { Rules } from './Rules.js'
import { Skipped } from './Skipped.js'

/** /sync-contracts/:contractId: one contract. */
export default function ContractScreen() {
  const translate = useTranslate()
  const { contractId = '' } = useParams()
  const contract = useRead<SyncContract>(['sync-contracts', contractId], { refetchInterval: POLL })
  const back = <BackToPrevious to={syncPath}>{translate('sync.page.back')}</BackToPrevious>
  if (contract.isPending) return <PageSkeleton />
  if (contract.error) {
    const isMissing = contract.error instanceof ApiError && contract.error.status === 404
    return (
      <>
        <PageHeader title={translate('sync.title')} above={back} />
        {isMissing ? (
          <EmptyState
            icon={SearchX}
            title={translate('sync.page.missing')}
            description={translate('sync.page.missingText')}
          />
        ) : (
          <ErrorState error={contract.error} onRetry={() => void contract.refetch()} />
        )}
      </>
    )
  }
  return <ContractPage contract={contract.data} back={back} />
}

function ContractPage({ contract, back }: { contract: SyncContract; back: ReactNode }) {
  const { scheduleText } = useContractTexts()
  useRefresh(isRunning(contract) ? 2_000 : 15_000)
  const description = contract.description?.replace(/([^.!?])$/, '$1.')
  return (
    <>
      <PageHeader
        title={contract.name}
        above={back}
        subtitle={
          <Box
            component="span"
            sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}
          >
            <StateBadge contract={contract} />
            {[description, scheduleText(contract)].filter(Boolean).join(' ')}
          </Box>
        }
        actions={<Actions contract={contract} />}
      />
      <Notices contract={contract} />
      <Ends contract={contract} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mt: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 372px' },
          '& > div': { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 },
        }}
      >
        <div>
          <InProgress contract={contract} />
          <Plan contract={contract} />
          <History contract={contract} />
        </div>
        <div>
          <Skipped contract={contract} />
          <Kept contract={contract} />
          <Rules contract={contract} />
        </div>
      </Box>
    </>
  )
}

function Actions({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const actions = useContractActions(() => void navigate(syncPath))
  const { name, isActive, state } = contract
  const rest = actions.restOf(contract)
  const isBusy = isActive && isRunning(contract)
  const isStopped = state.phase === 'stopped' && state.stop?.code !== 'root_missing'
  return (
    <>
      {actions.canRun && (
        <Button
          variant="outlined"
          disabled={actions.isPending}
          startIcon={<Icon icon={rest.icon} />}
          onClick={rest.onSelect}
        >
          {rest.label}
        </Button>
      )}
      {actions.canManage && (
        <>
          <Button
            variant="outlined"
            startIcon={<Icon icon={PenLine} />}
            onClick={() => actions.edit(contract)}
          >
            {translate('sync.action.edit')}
          </Button>
          <ActionMenu
            label={translate('sync.actionsFor', { name })}
            actions={[actions.removalOf(contract)]}
          />
        </>
      )}
      {actions.canRun && (
        <span
          title={
            isActive
              ? isBusy
                ? translate('sync.isSyncing', { name })
                : undefined
              : translate('sync.isInactive', { name })
          }
        >
          <Button
            // For a stopped contract, the plan is the primary action.
            variant={isStopped ? 'outlined' : 'contained'}
            disabled={!isActive || isBusy || actions.isPending}
            startIcon={<Icon icon={RefreshCw} />}
            onClick={() => actions.run(contract, 'sync')}
          >
            {translate('sync.action.sync')}
          </Button>
        </span>
      )}
      {actions.dialogs}
    </>
  )
}
