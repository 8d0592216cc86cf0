import {
  DeleteDialog,
  lazyPart,
  useAction,
  useDialogAddress,
  usePermissions,
  type MenuAction,
} from '@crossdock/admin/kit'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { SyncContract } from '../model.js'

const EditContract = lazyPart(() => import('./EditContract.js'))

export type Verb = 'sync' | 'stop' | 'pause' | 'resume'

const toastKeys = {
  sync: 'triggered',
  stop: 'stopped',
  pause: 'paused',
  resume: 'resumed',
} as const

/** The actions on one contract: requests, menu and dialogs. */
export function useContractActions(onDeleted?: () => void) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.${key}`, values)
  const who = usePermissions()
  const canManage = who.can('sync.manage')
  const canRun = who.can('sync.run')
  const editing = useDialogAddress('edit')
  const [deleted, setDeleted] = useState<SyncContract>()
  const act = useAction<unknown, { contract: SyncContract; verb: Verb }>(
    ({ contract, verb }) => ({ path: `sync-contracts/${contract.id}/${verb}` }),
    {
      invalidates: ['sync-contracts'],
      success: (_answer, { verb }) => ({ title: text(`done.${toastKeys[verb]}`) }),
      error: { fallback: text('failed') },
    }
  )
  const run = (contract: SyncContract, verb: Verb) => act.mutate({ contract, verb })

  /** Pause or Resume, depending on the state. */
  const restOf = (contract: SyncContract): MenuAction => ({
    label: text(contract.isActive ? 'action.pause' : 'action.resume'),
    icon: contract.isActive ? Pause : Play,
    onSelect: () => run(contract, contract.isActive ? 'pause' : 'resume'),
  })
  const removalOf = (contract: SyncContract): MenuAction => ({
    label: text('action.delete'),
    icon: Trash2,
    destructive: true,
    onSelect: () => setDeleted(contract),
  })
  const menuOf = (contract: SyncContract): MenuAction[] => [
    ...(canRun ? [restOf(contract)] : []),
    ...(canManage ? [removalOf(contract)] : []),
  ]

  const dialogs = (
    <>
      {canManage && editing.value !== null && (
        <EditContract id={editing.value} onClose={editing.close} />
      )}
      {deleted && (
        <DeleteDialog
          title={text('delete.title', { name: deleted.name })}
          description={text('delete.text')}
          confirmLabel={text('action.delete')}
          path={`sync-contracts/${deleted.id}`}
          invalidates={['sync-contracts']}
          deleted={text('done.deleted')}
          failed={text('failed')}
          onDeleted={onDeleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
  const edit = (contract: SyncContract) => editing.open(contract.id)
  return {
    run,
    edit,
    menuOf,
    restOf,
    removalOf,
    dialogs,
    canManage,
    canRun,
    isPending: act.isPending,
  }
}

export type ContractActions = ReturnType<typeof useContractActions>
