import Button from '@mui/material/Button'
import { ErrorState, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { SyncContract } from '../model.js'
import ContractDialog from './ContractDialog.js'

/** Changes a contract that the address names. */
export default function EditContract({ id, onClose }: { id: string; onClose: () => void }) {
  const translate = useTranslate()
  const contract = useRead<SyncContract>(['sync-contracts', id])
  if (contract.data) return <ContractDialog contract={contract.data} onClose={onClose} />
  return (
    <PlainDialog
      title={translate('sync.form.edit')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{translate('kit.close')}</Button>}
    >
      {contract.error ? (
        <ErrorState plain error={contract.error} onRetry={() => void contract.refetch()} />
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </PlainDialog>
  )
}
