import type { Asset } from '@crossdock/client'
import { dropRecords, invalidate, useAction, useUndo } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { trashedAgain } from './changed_since.js'
import { restoreRequest, trashRequest, type Changed } from './requests.js'

const invalidates = ['assets', 'folders', 'dashboard']

/** Puts files and folders into the trash, all or none, with a way back for all of them. */
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
      // Rows that stay until the list is read again look as if nothing had happened.
      dropRecords(client, 'assets', assets)
      void invalidate(client, invalidates)
      offer<Asset[]>({
        items: [[changed].flat()],
        text: words('moved', 'movedAll'),
        request: restoreRequest,
        since: async (left, api) => {
          const again = await trashedAgain(left, api)
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
