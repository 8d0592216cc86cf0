import type { Asset } from '@crossdock/client'
import { useBulk, useUndo } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { isTrashedAgain } from './changed_since.js'

const invalidates = ['assets', 'dashboard']

/** Puts files and folders into the trash, with a way back for those that went there. */
export function useTrash(onTrashed?: () => void) {
  const translate = useTranslate()
  const { offer } = useUndo()
  const words = (one: string, all: string) => (assets: readonly Asset[]) =>
    assets.length === 1
      ? translate(`assets.trash.${one}`, { name: assets[0]?.name })
      : translate(`assets.trash.${all}`, { smart_count: assets.length })
  return useBulk<Asset>(({ id }) => ({ path: `assets/${id}`, method: 'DELETE' }), {
    invalidates,
    error: { fallback: translate('assets.trash.failed') },
    onSuccess: (result) => {
      if (result.done.length === 0) return
      offer({
        items: result.done,
        text: words('moved', 'movedAll'),
        request: ({ id }) => ({ path: `assets/${id}/restore` }),
        since: async (asset, api) =>
          (await isTrashedAgain(asset, result.answers.get(asset) as Asset, api))
            ? translate('assets.trash.trashedSince', { name: asset.name })
            : undefined,
        invalidates,
        undone: words('restored', 'restoredAll'),
        failed: translate('assets.trash.restoreFailed'),
      })
      onTrashed?.()
    },
  })
}
