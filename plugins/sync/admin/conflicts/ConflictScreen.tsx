import Box from '@mui/material/Box'
import {
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { syncPath, type SyncConflict, type SyncContract } from '../model.js'
import { ConflictList } from './ConflictList.js'
import { SeenConflict } from './SeenConflict.js'

/** /sync-contracts/conflicts/:conflictId: one file that both sides changed, with a list of the other conflicts. */
export default function ConflictScreen() {
  const translate = useTranslate()
  const { conflictId = '' } = useParams()
  const conflict = useRead<SyncConflict>(['sync-contracts/conflicts', conflictId])
  const contractId = conflict.data?.contractId ?? ''
  const contract = useRead<SyncContract>(['sync-contracts', contractId], {
    enabled: contractId !== '',
  })
  const back = (
    <BackToPrevious to={`${syncPath}?tab=conflicts`}>
      {translate('sync.conflict.back')}
    </BackToPrevious>
  )
  const error = conflict.error ?? contract.error
  const retry = () => void (conflict.error ? conflict : contract).refetch()
  if (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    return (
      <>
        <PageHeader title={translate('sync.tabs.conflicts')} above={back} />
        {isMissing ? (
          <EmptyState
            icon={SearchX}
            title={translate('sync.conflict.missing')}
            description={translate('sync.conflict.missingText')}
          />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )}
      </>
    )
  }
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 3.5,
        rowGap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '264px minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ minWidth: 0, order: { xs: 1, lg: 0 } }}>
        <ConflictList openId={conflictId} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {conflict.data && contract.data ? (
          <SeenConflict
            key={conflict.data.id}
            conflict={conflict.data}
            contract={contract.data}
            back={back}
          />
        ) : (
          <PageSkeleton />
        )}
      </Box>
    </Box>
  )
}
