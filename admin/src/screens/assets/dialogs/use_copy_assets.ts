import type { Asset } from '@crossdock/client'
import { useAction, useUndo } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Place } from '../model.js'
import { copyRequest, trashRequest, type Changed } from '../requests.js'

const invalidates = ['assets', 'dashboard']

/** Copies files and folders into a folder, all or none; taken back, the copies go to the trash. */
export function useCopyAssets(target: Place, onCopied: () => void) {
  const translate = useTranslate()
  const { offer } = useUndo()
  const text = (key: string, values?: object) => translate(`assets.copyForm.${key}`, values)

  return useAction<Changed, readonly Asset[]>((assets) => copyRequest(assets, target.id), {
    invalidates,
    // Said in the dialog, which stays open for another choice.
    error: false,
    onSuccess: (changed, assets) => {
      const folder = target.name
      offer({
        items: [[changed].flat()],
        text: () =>
          assets.length === 1
            ? text('done', { name: assets[0]?.name, folder })
            : text('doneAll', { smart_count: assets.length, folder }),
        request: trashRequest,
        invalidates,
        undone: () => text('undone', { smart_count: assets.length }),
        failed: text('failed'),
      })
      onCopied()
    },
  })
}
