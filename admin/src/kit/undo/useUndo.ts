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

// One instance per person and organization, so that the next person cannot undo these actions.
function undosOf(signal: AbortSignal): Undos {
  const known = kept.get(signal)
  if (known) return known
  const undos = new Undos()
  signal.addEventListener('abort', () => undos.clear(), { once: true })
  kept.set(signal, undos)
  return undos
}

export interface Undo {
  /** Offers to undo an action: in a toast for a while, then in the header's tray and with Ctrl+Z. */
  offer: <T>(offer: UndoOffer<T>) => void
}

/** Returns a function that offers to undo an action until the person signs out. */
export function useUndo(): Undo {
  const signal = useApi().signOutSignal()
  const offer = useCallback<Undo['offer']>(
    (one) => undosOf(signal).add(one as UndoOffer<unknown>),
    [signal]
  )
  return { offer }
}

/** The undoable actions, newest first, and the function that undoes one. */
export function useUndoable(): {
  undos: Undos
  all: readonly Undoable[]
  undo: (one: Undoable) => void
} {
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const translate = useTranslate()
  const showError = useErrorToast()
  const undos = undosOf(api.signOutSignal())
  const all = useSyncExternalStore(undos.subscribe, undos.all)
  const run = useMutation({
    mutationFn: ({ items, request, changedSince }: Undoable) =>
      runAll(items, async (item) => {
        const reason = await changedSince?.(item, api)
        if (reason !== undefined) throw new ApiError(reason, 409)
        return api.action(request(item))
      }),
    onSuccess: ({ done, answers, refused }, { id, items, text, invalidates, undone, failed }) => {
      void invalidate(client, invalidates)
      const [reason] = refused.values()
      const left = [...refused].filter(([, why]) => !isGone(why)).map(([item]) => item)
      if (left.length === 0) undos.remove(id)
      else {
        // After an ended session, undoing can be tried again once the person has signed in.
        const refusal = isSessionEnded(reason) ? undefined : errorText(reason, translate, failed)
        undos.change(id, { items: left, isBusy: false, refusal })
      }
      if (refused.size === 0) return toast({ title: undone(done, answers) })
      const title =
        items.length === 1
          ? translate('kit.undo.refused', { what: text(items) })
          : translate('kit.undo.refusedOf', { count: refused.size, total: items.length })
      showError(reason, { title, fallback: failed })
    },
  })
  const undo = ({ id }: Undoable) => {
    // The toast has the offer as it was when the toast appeared; find its current state.
    const one = undos.all().find((other) => other.id === id)
    if (!one || one.isBusy) return
    undos.change(id, { isBusy: true })
    run.mutate(one)
  }
  return { undos, all, undo }
}

/** Whether the object to restore no longer exists. */
const isGone = (reason: unknown) => reason instanceof ApiError && [404, 410].includes(reason.status)
