import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  RelativeTime,
  ResourceList,
  RowLink,
  useDialogAddress,
  usePermissions,
  type ListColumn,
  type QuickFilter,
} from '@crossdock/admin/kit'
import { FolderSync, PenLine } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { contractPath, POLL, type SyncContract } from '../model.js'
import { End } from '../pieces/End.js'
import { StateBadge } from '../pieces/StateBadge.js'
import { StatusLine } from '../pieces/StatusLine.js'
import { useStats } from '../pieces/use_stats.js'
import { useContractActions, type ContractActions } from '../form/use_contract_actions.js'
import { ContractCard, SyncButton } from './ContractCard.js'

/** All contracts of the environment; those that need attention first. */
export default function ContractsTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.${key}`, values)
  const actions = useContractActions()
  const creating = useDialogAddress('new')
  const { data: stats } = useStats()
  const chip = (id: string, filter: QuickFilter['filter'], count = 0): QuickFilter => ({
    id,
    label: text(`chip.${id}`),
    filter,
    count,
    tone: 'neutral',
  })
  const canSeeAgents = usePermissions().can('agents.read')
  return (
    <>
      <ResourceList<SyncContract>
        resource="sync-contracts"
        label={text('list')}
        columns={useColumns(actions)}
        endless
        layout="cards"
        cardWidth={340}
        card={(contract) => <ContractCard contract={contract} actions={actions} />}
        sort={{ field: 'attention', order: 'DESC' }}
        search={text('search')}
        quick={[
          chip('all', {}, stats?.totalContracts),
          chip('syncing', { phase: 'syncing' }, stats?.syncingContracts),
          { ...chip('attention', { attention: true }, stats?.attentionContracts), tone: 'danger' },
          chip(
            'inactive',
            { isActive: false },
            stats && stats.totalContracts - stats.activeContracts
          ),
        ]}
        filters={
          canSeeAgents
            ? [
                {
                  source: 'agentId',
                  label: text('column.agent'),
                  reference: 'desktop-agents',
                  orderBy: 'agentName',
                  nameOf: (agent) => agent.agentName,
                },
              ]
            : []
        }
        to={contractPath}
        nameOf={({ name }) => name}
        empty={
          <EmptyState
            icon={FolderSync}
            title={text('empty.title')}
            description={text('empty.text')}
            action={
              actions.canManage && (
                <Button variant="outlined" onClick={() => creating.open('contract')}>
                  {text('create')}
                </Button>
              )
            }
          />
        }
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
      {actions.dialogs}
    </>
  )
}

function useColumns(actions: ContractActions): ListColumn<SyncContract>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.${key}`, values)
  return [
    {
      source: 'name',
      label: text('column.name'),
      sortable: true,
      width: '20%',
      render: (contract) => <RowLink to={contractPath(contract)}>{contract.name}</RowLink>,
    },
    {
      source: 'source',
      label: text('column.source'),
      width: '19%',
      render: ({ sides }) => <End side={sides.source} />,
    },
    {
      source: 'target',
      label: text('column.target'),
      width: '19%',
      render: ({ sides }) => <End side={sides.target} />,
    },
    {
      source: 'state',
      label: text('column.state'),
      render: (contract) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
          <StateBadge contract={contract} />
          <StatusLine contract={contract} />
        </Box>
      ),
    },
    {
      source: 'lastSyncAt',
      label: text('column.lastSync'),
      sortable: true,
      firstOrder: 'DESC',
      width: 132,
      render: ({ lastSync }) => <RelativeTime time={lastSync} />,
    },
    actionsColumn(
      translate('kit.actions'),
      (contract) => (
        <>
          <SyncButton contract={contract} actions={actions} />
          {actions.canRun && (
            <ActionMenu
              label={text('actionsFor', { name: contract.name })}
              actions={() => [
                ...(actions.canManage
                  ? [
                      {
                        label: text('action.edit'),
                        icon: PenLine,
                        onSelect: () => actions.edit(contract),
                      },
                    ]
                  : []),
                ...actions.menuOf(contract),
              ]}
            />
          )}
        </>
      ),
      132
    ),
  ]
}
