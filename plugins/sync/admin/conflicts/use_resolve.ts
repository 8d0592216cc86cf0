import { invalidate, useAction, useSession } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { SideName, SyncConflict, SyncContract } from '../model.js'

interface Answer {
  keep: SideName | 'both' | 'merged'
  /** The merged text. */
  text?: string
}

/** Resolves a conflict, unless its versions are no longer those shown. With `isRule`, the contract resolves later conflicts by Newest Wins. */
export function useResolve(conflict: SyncConflict, contract: SyncContract, isRule: boolean) {
  const translate = useTranslate()
  const client = useQueryClient()
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
    (answer) => ({
      path: `sync-contracts/conflicts/${conflict.id}/resolve`,
      body: {
        ...answer,
        sourceHash: conflict.source?.hash ?? null,
        targetHash: conflict.target?.hash ?? null,
      },
    }),
    {
      invalidates,
      success: { title: translate('sync.done.resolved') },
      error: { fallback: translate('sync.conflict.failed') },
      onSuccess: () => {
        if (isRule) rule.mutate()
      },
    }
  )
  return {
    run: (answer: Answer) =>
      resolve.mutate(answer, { onError: () => void invalidate(client, invalidates) }),
    isPending: resolve.isPending || rule.isPending,
  }
}
