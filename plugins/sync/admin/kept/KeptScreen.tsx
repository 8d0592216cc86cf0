import Box from '@mui/material/Box'
import {
  ActionMenu,
  actionsColumn,
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  formatBytes,
  mono,
  PageHeader,
  PageSkeleton,
  RelativeTime,
  ResourceList,
  useRead,
  type ListColumn,
} from '@crossdock/admin/kit'
import { History, SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { contractPath, fileName, POLL, type KeptVersion, type SyncContract } from '../model.js'
import { useKept } from './use_kept.js'

const reasons = ['overwritten', 'deleted', 'conflict'] as const

/** /sync-contracts/:contractId/kept: all kept versions that sync replaced or deleted. */
export default function KeptScreen() {
  const translate = useTranslate()
  const { contractId = '' } = useParams()
  const contract = useRead<SyncContract>(['sync-contracts', contractId])
  if (contract.isPending) return <PageSkeleton />
  if (contract.data) return <KeptList contract={contract.data} />
  const isMissing = contract.error instanceof ApiError && contract.error.status === 404
  return (
    <>
      <PageHeader title={translate('sync.kept.title')} />
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

function KeptList({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.kept.${key}`, values)
  const { isRestorable } = useKept(contract)
  return (
    <>
      <PageHeader
        title={text('title')}
        above={<BackToPrevious to={contractPath(contract)}>{contract.name}</BackToPrevious>}
        subtitle={text(isRestorable ? 'about' : 'aboutDownload')}
      />
      <ResourceList<KeptVersion>
        resource={`sync-contracts/${contract.id}/kept`}
        storeKey="sync-kept"
        label={text('title')}
        columns={useColumns(contract)}
        sort={{ field: 'createdAt', order: 'DESC' }}
        search={text('search')}
        filters={[
          {
            source: 'reason',
            label: text('why'),
            choices: reasons.map((id) => ({ id, name: text(`reason.${id}`) })),
          },
        ]}
        nameOf={({ path }) => fileName(path)}
        empty={<EmptyState icon={History} title={text('empty')} description={text('emptyText')} />}
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
    </>
  )
}

function useColumns(contract: SyncContract): ListColumn<KeptVersion>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.kept.${key}`, values)
  const { actionsOf, descriptionOf, untilOf } = useKept(contract)
  return [
    {
      source: 'path',
      label: text('file'),
      card: 'title',
      width: '38%',
      render: ({ path }) => (
        <Box
          component="span"
          sx={{ fontFamily: mono, fontSize: '0.78125rem', overflowWrap: 'anywhere' }}
        >
          {path}
        </Box>
      ),
    },
    { source: 'reason', label: text('why'), render: descriptionOf },
    {
      source: 'size',
      label: text('size'),
      align: 'right',
      render: ({ size }) => formatBytes(size),
    },
    {
      source: 'createdAt',
      label: text('since'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    { source: 'keptUntil', label: text('kept'), render: untilOf },
    actionsColumn(translate('kit.actions'), (version) => (
      <ActionMenu
        label={text('actionsFor', { name: fileName(version.path) })}
        actions={() => actionsOf(version)}
      />
    )),
  ]
}
