import type { Asset } from '@crossdock/client'
import { useAction, useUndo } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Place } from '../model.js'
import { copyRequest, trashRequest, type Changed } from '../requests.js'

const invalidates = ['assets', 'folders', 'dashboard']

export interface Copying {
  assets: readonly Asset[]
  target: Place
}

interface Options {
  /** Whether a dialog shows the errors and stays open for another choice. */
  inDialog?: boolean
  onDone?: () => void
}

/** Copies files and folders into a folder, all or none. Undo moves the copies to the trash. */
export function useCopyAssets({ inDialog, onDone }: Options = {}) {
  const translate = useTranslate()
  const { offer } = useUndo()
  const text = (key: string, values?: object) => translate(`assets.copyForm.${key}`, values)

  return useAction<Changed, Copying>(({ assets, target }) => copyRequest(assets, target.id), {
    invalidates,
    error: inDialog ? false : { title: text('refused'), fallback: text('failed') },
    onSuccess: (changed, { assets, target }) => {
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
      onDone?.()
    },
  })
}
