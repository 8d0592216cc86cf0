import { useAction, useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { SideName, SyncConflict, SyncContract } from '../model.js'

interface Answer {
  keep: SideName | 'both' | 'merged'
  /** The merged text. */
  text?: string
}

/** Resolves a conflict. With `isRule`, the contract resolves later conflicts by Newest Wins. */
export function useResolve(conflict: SyncConflict, contract: SyncContract, isRule: boolean) {
  const translate = useTranslate()
  const tenantId = useSession().data?.tenant?.id
  const invalidates = ['sync-contracts']
  const rule = useAction(
    () => ({
      path: `sync-contracts/${contract.id}`,
      method: 'PUT',
      body: { conflictResolution: 'timestamp', tenantId },
    }),
    { invalidates, error: { fallback: translate('sync.conflict.ruleFailed') } }
  )
  const resolve = useAction<SyncConflict, Answer>(
    (body) => ({ path: `sync-contracts/conflicts/${conflict.id}/resolve`, body }),
    {
      invalidates,
      success: { title: translate('sync.done.resolved') },
      error: { fallback: translate('sync.conflict.failed') },
      onSuccess: () => {
        if (isRule) rule.mutate()
      },
    }
  )
  return { run: resolve.mutate, isPending: resolve.isPending || rule.isPending }
}
