import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useCallback, useSyncExternalStore } from 'react'
import { useApi } from '../data/api.js'
import { ApiError, errorText, isSessionEnded } from '../data/errors.js'
import { runAll } from '../data/use_bulk.js'
import { invalidate } from '../data/useAction.js'
import { useErrorToast } from '../data/useErrorToast.js'
import { useToast } from '../toast.js'
import { Undos, type Undoable, type UndoOffer } from './undos.js'

const kept = new WeakMap<AbortSignal, Undos>()

// For as long as one person works on the page in one organization: the next one undoes nothing of theirs.
function undosOf(left: AbortSignal): Undos {
  const known = kept.get(left)
  if (known) return known
  const undos = new Undos()
  left.addEventListener('abort', () => undos.clear(), { once: true })
  kept.set(left, undos)
  return undos
}

export interface Undo {
  /** Offers to undo what was just done: over the screen for a while, then in the header's tray and by Ctrl Z. */
  offer: <T>(offer: UndoOffer<T>) => void
}

/** For what can really be undone: a way back for as long as the person stays. */
export function useUndo(): Undo {
  const left = useApi().left()
  const offer = useCallback<Undo['offer']>(
    (one) => undosOf(left).add(one as UndoOffer<unknown>),
    [left]
  )
  return { offer }
}

/** What can be undone, newest first, and the doing of it. */
export function useUndoable(): {
  undos: Undos
  all: readonly Undoable[]
  undo: (one: Undoable) => void
} {
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const translate = useTranslate()
  const tell = useErrorToast()
  const undos = undosOf(api.left())
  const all = useSyncExternalStore(undos.subscribe, undos.all)
  const run = useMutation({
    mutationFn: ({ items, request, since }: Undoable) =>
      runAll(items, async (item) => {
        const reason = await since?.(item, api)
        if (reason !== undefined) throw new ApiError(reason, 409)
        return api.action(request(item))
      }),
    onSuccess: ({ done, answers, refused }, { id, items, text, invalidates, undone, failed }) => {
      void invalidate(client, invalidates)
      const [reason] = refused.values()
      const left = [...refused].filter(([, why]) => !isGone(why)).map(([item]) => item)
      if (left.length === 0) undos.remove(id)
      else {
        // Of an ended session it is told how to go on, and nothing speaks against another try.
        const refusal = isSessionEnded(reason) ? undefined : errorText(reason, translate, failed)
        undos.change(id, { items: left, isBusy: false, isNew: false, refusal })
      }
      if (refused.size === 0) return toast({ title: undone(done, answers) })
      const title =
        items.length === 1
          ? translate('kit.undo.refused', { what: text(items) })
          : translate('kit.undo.refusedOf', { count: refused.size, total: items.length })
      tell(reason, { title, fallback: failed })
    },
  })
  const undo = (one: Undoable) => {
    if (one.isBusy) return
    undos.change(one.id, { isBusy: true })
    run.mutate(one)
  }
  return { undos, all, undo }
}

/** There is nothing left to undo. */
const isGone = (reason: unknown) => reason instanceof ApiError && [404, 410].includes(reason.status)
