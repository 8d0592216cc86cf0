import Button from '@mui/material/Button'
import { ErrorState, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { SyncContract } from '../model.js'
import { ContractDialog } from './ContractDialog.js'

interface EditContractProps {
  /** Id of the contract to change, from the address; omit it for a new one. */
  id?: string
  onClose: () => void
}

/** The form of a contract; reads an existing one first. */
export default function EditContract({ id, onClose }: EditContractProps) {
  return id === undefined ? (
    <ContractDialog onClose={onClose} />
  ) : (
    <KnownContract id={id} onClose={onClose} />
  )
}

function KnownContract({ id, onClose }: { id: string; onClose: () => void }) {
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
