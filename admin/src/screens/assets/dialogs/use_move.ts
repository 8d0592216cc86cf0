import type { Asset } from '@crossdock/client'
import { useAction, useUndo } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { findMovedSince } from '../changed_since.js'
import type { Place } from '../model.js'
import { moveRequest, type Changed } from '../requests.js'

const invalidates = ['assets', 'folders']

export interface Move {
  assets: readonly Asset[]
  target: Place
}

interface Options {
  /** Whether a dialog shows the errors and stays open for another choice. */
  inDialog?: boolean
  onDone?: () => void
}

/** Moves files and folders into a folder, all or none. Undo moves each back to its folder. */
export function useMove({ inDialog, onDone }: Options = {}) {
  const translate = useTranslate()
  const { offer } = useUndo()
  const text = (key: string, values?: object) => translate(`assets.moveForm.${key}`, values)

  return useAction<Changed, Move>(({ assets, target }) => moveRequest(assets, target.id), {
    invalidates,
    error: inDialog ? false : { title: text('refused'), fallback: text('failed') },
    onSuccess: (_changed, { assets, target }) => {
      const words = (one: string, all: string) => (groups: readonly (readonly Asset[])[]) => {
        const moved = groups.flat()
        return moved.length === 1
          ? text(one, { name: moved[0]?.name, folder: target.name })
          : text(all, { smart_count: moved.length, folder: target.name })
      }
      offer({
        items: groupByFolder(assets),
        text: words('done', 'doneAll'),
        request: (group) => moveRequest(group, group[0]!.parentId),
        changedSince: async (group, api) => {
          const elsewhere = await findMovedSince(group, target.id, api)
          return elsewhere && text('movedSince', { name: elsewhere.name })
        },
        invalidates,
        undone: words('undone', 'undoneAll'),
        failed: text('failed'),
      })
      onDone?.()
    },
  })
}

/** Groups search results by folder, because each goes back to its own. */
function groupByFolder(assets: readonly Asset[]): Asset[][] {
  const folders = new Set(assets.map(({ parentId }) => parentId))
  return [...folders].map((folder) => assets.filter(({ parentId }) => parentId === folder))
}
