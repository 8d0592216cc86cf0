import type { Asset } from '@crossdock/client'
import { useBulk, type BulkResult } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Place } from '../model.js'

/** Moves files and folders into a folder, with a way back for those that were moved. */
export function useMove(target: Place, onMoved: (result: BulkResult<Asset>) => void) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.moveForm.${key}`, values)
  const to = ({ id }: Asset, parentId: string | null) =>
    ({ path: `assets/${id}`, method: 'PUT', body: { parentId } }) as const
  const words = ({ 0: first, length }: readonly Asset[], one: string, all: string) =>
    length === 1 ? text(one, { name: first?.name }) : text(all, { smart_count: length })

  const back = useBulk<Asset>((asset) => to(asset, asset.parentId), {
    invalidates: ['assets'],
    success: (moved) => ({ title: words(moved, 'undone', 'undoneAll') }),
    error: { fallback: text('failed') },
  })
  return useBulk<Asset>((asset) => to(asset, target.id), {
    invalidates: ['assets'],
    success: (moved) => ({
      title: text('done', { folder: target.name }),
      description: words(moved, 'one', 'all'),
      action: { label: translate('assets.undo'), onSelect: () => back.mutate(moved) },
    }),
    // Said in the dialog, which stays open for another choice.
    error: false,
    onSuccess: onMoved,
  })
}
