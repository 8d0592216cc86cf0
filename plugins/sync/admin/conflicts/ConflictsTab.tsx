import Box from '@mui/material/Box'
import {
  Badge,
  EmptyState,
  formatBytes,
  RelativeTime,
  ResourceList,
  RowLink,
  ToggleChip,
  type ListColumn,
} from '@crossdock/admin/kit'
import { CircleCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { conflictPath, contractPath, fileName, POLL, type SyncConflict } from '../model.js'
import { useStats } from '../pieces/use_stats.js'
import { Resolution } from './Resolution.js'

/** Files that both sides changed and that need a decision. */
export default function ConflictsTab() {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.conflicts.${key}`)
  const { data: stats } = useStats()
  const [search, setSearch] = useSearchParams()
  const state = search.get('state') === 'resolved' ? 'resolved' : 'open'
  const show = (next: string) =>
    setSearch((now) => {
      if (next === 'open') now.delete('state')
      else now.set('state', next)
      now.delete('page')
      return now
    })
  return (
    <ResourceList<SyncConflict>
      key={state}
      resource="sync-contracts/conflicts"
      label={text('list')}
      columns={useColumns(state)}
      sort={{ field: 'openedAt', order: 'DESC' }}
      filter={{ state }}
      filters={[{ source: 'contractId', label: text('contract'), reference: 'sync-contracts' }]}
      search={text('search')}
      to={conflictPath}
      nameOf={({ path }) => fileName(path)}
      actions={
        <>
          {['open', 'resolved'].map((one) => (
            <ToggleChip
              key={one}
              label={text(one)}
              isOn={state === one}
              count={(one === 'open' && stats?.openConflicts) || undefined}
              onPress={() => show(one)}
            />
          ))}
        </>
      }
      empty={
        <EmptyState
          icon={CircleCheck}
          title={text(state === 'open' ? 'empty' : 'noneResolved')}
          description={state === 'open' ? text('emptyText') : undefined}
        />
      }
      noMatch={text(state === 'open' ? 'empty' : 'noneResolved')}
      refetchInterval={POLL}
    />
  )
}

function useColumns(state: SyncConflict['state']): ListColumn<SyncConflict>[] {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.conflicts.${key}`)
  const size = (version: SyncConflict['source']) =>
    version ? formatBytes(version.size) : text('deleted')
  return [
    {
      source: 'path',
      label: text('file'),
      card: 'title',
      width: '34%',
      render: (conflict) => (
        <Box sx={{ minWidth: 0 }}>
          <RowLink to={conflictPath(conflict)}>{fileName(conflict.path)}</RowLink>
          {conflict.path.includes('/') && (
            <Box component="div" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
              {conflict.path}
            </Box>
          )}
        </Box>
      ),
    },
    {
      source: 'contractName',
      label: text('contract'),
      render: ({ contractId, contractName }) => (
        <RowLink to={contractPath({ id: contractId })}>{contractName}</RowLink>
      ),
    },
    {
      source: 'cause',
      label: text('why'),
      card: 'corner',
      render: ({ cause }) => (
        <Badge variant={state === 'open' ? 'warning' : 'secondary'}>
          {translate(`sync.cause.${cause}`)}
        </Badge>
      ),
    },
    {
      source: 'versions',
      label: text('sizes'),
      render: ({ source, target }) => `${size(source)} / ${size(target)}`,
    },
    state === 'open'
      ? {
          source: 'openedAt',
          label: text('since'),
          sortable: true,
          firstOrder: 'DESC',
          render: ({ openedAt }) => <RelativeTime time={openedAt} />,
        }
      : {
          source: 'resolvedAt',
          label: text('resolved'),
          render: (conflict) => <Resolution conflict={conflict} />,
        },
  ]
}
