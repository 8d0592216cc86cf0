import type { Asset } from '@crossdock/client'
import { useBulk, useUndo, type BulkResult } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { isChangedSince } from '../changed_since.js'
import type { Place } from '../model.js'

const invalidates = ['assets']

/** Moves files and folders into a folder, with a way back for those that were moved. */
export function useMove(target: Place, onMoved: (result: BulkResult<Asset>) => void) {
  const translate = useTranslate()
  const { offer } = useUndo()
  const text = (key: string, values?: object) => translate(`assets.moveForm.${key}`, values)
  const to = ({ id }: Asset, parentId: string | null) =>
    ({ path: `assets/${id}`, method: 'PUT', body: { parentId } }) as const
  const words = (one: string, all: string) => (assets: readonly Asset[]) =>
    assets.length === 1
      ? text(one, { name: assets[0]?.name, folder: target.name })
      : text(all, { smart_count: assets.length, folder: target.name })

  return useBulk<Asset>((asset) => to(asset, target.id), {
    invalidates,
    // Said in the dialog, which stays open for another choice.
    error: false,
    onSuccess: (result) => {
      if (result.done.length > 0) {
        offer({
          items: result.done,
          text: words('done', 'doneAll'),
          request: (asset) => to(asset, asset.parentId),
          since: async (asset, api) =>
            (await isChangedSince(asset, { parentId: target.id }, api))
              ? text('movedSince', { name: asset.name })
              : undefined,
          invalidates,
          undone: words('undone', 'undoneAll'),
          failed: text('failed'),
        })
      }
      onMoved(result)
    },
  })
}
