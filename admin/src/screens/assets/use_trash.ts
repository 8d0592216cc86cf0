import type { Asset } from '@crossdock/client'
import { dropRecords, invalidate, useAction, useUndo } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { findTrashedAgain } from './changed_since.js'
import { restoreRequest, trashRequest, type Changed } from './requests.js'

const invalidates = ['assets', 'folders', 'dashboard']

/** Moves files and folders to the trash, all or none. Undo restores all of them. */
export function useTrash(onTrashed?: () => void) {
  const translate = useTranslate()
  const client = useQueryClient()
  const { offer } = useUndo()
  const words =
    (one: string, all: string) =>
    ([assets = []]: readonly (readonly Asset[])[]) =>
      assets.length === 1
        ? translate(`assets.trash.${one}`, { name: assets[0]?.name })
        : translate(`assets.trash.${all}`, { smart_count: assets.length })
  return useAction<Changed, readonly Asset[]>(trashRequest, {
    error: { fallback: translate('assets.trash.failed') },
    onSuccess: (changed, assets) => {
      // Remove the rows before the list reloads, so that people see the effect.
      dropRecords(client, 'assets', assets)
      void invalidate(client, invalidates)
      offer<Asset[]>({
        items: [[changed].flat()],
        text: words('moved', 'movedAll'),
        request: restoreRequest,
        changedSince: async (left, api) => {
          const again = await findTrashedAgain(left, api)
          return again && translate('assets.trash.trashedSince', { name: again.name })
        },
        invalidates,
        undone: words('restored', 'restoredAll'),
        failed: translate('assets.trash.restoreFailed'),
      })
      onTrashed?.()
    },
  })
}
