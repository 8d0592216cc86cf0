import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readKey } from './useRead.js'
import { useReloadedTag } from './useUnlessChanged.js'

type Values<F> = Partial<Record<keyof F, string | boolean>>

interface UseFieldsOptions<T, F> {
  /** Path of the object. GET and PUT /api/{path} answer with the same object. */
  path: string
  stored: T
  /** Returns the field values of a stored object. */
  enter: (stored: T) => F
}

/**
 * Fields of a form that stays open while other people save the same object. Entered values survive a reload;
 * untouched fields follow the stored object. Pass `ifMatch` and `saved` to useAction. After a save, only values
 * that have not changed since they were sent follow the answer. When another person has saved the same field
 * first, the form reports it.
 */
export function useFields<T extends object, F extends Readonly<Record<keyof F, string | boolean>>>({
  path,
  stored,
  enter,
}: UseFieldsOptions<T, F>) {
  const client = useQueryClient()
  const reloadTag = useReloadedTag<T>(path)
  const [seen, setSeen] = useState(stored)
  const [base, setBase] = useState(stored)
  const [typed, setTyped] = useState<Values<F>>({})
  /** The stored values at the time each field was first edited. */
  const began = useRef<Values<F>>({})
  const sent = useRef<Values<F>>({})
  // A reloaded object replaces the answer of this form's own save.
  const isReloaded = stored !== seen
  if (isReloaded) {
    setSeen(stored)
    setBase(stored)
  }
  const latest = isReloaded ? stored : base
  const before = enter(latest)
  const current = useRef(typed)
  const change = (next: Values<F>) => {
    current.current = next
    setTyped(next)
  }

  return {
    /** The stored object, as far as it is known. */
    base: latest,
    fields: { ...before, ...typed } as F,
    set(more: Values<F>) {
      const next = { ...current.current, ...more }
      for (const name of Object.keys(more) as (keyof F)[]) {
        if (!(name in current.current)) began.current[name] = before[name]
        // The field has its stored value again. Forget the entry, unless another value of the field is being saved.
        if (next[name] === before[name] && !(name in sent.current)) delete next[name]
      }
      change(next)
    },
    discard: () => change({}),
    /** Starts a save: returns the object's tag, unless another person has changed the same fields. */
    async ifMatch(): Promise<string | undefined> {
      const mine = current.current
      sent.current = mine
      return reloadTag((reloaded) => {
        const now = enter(reloaded)
        const names = Object.keys(mine) as (keyof F)[]
        const others = names.filter(
          (name) => now[name] !== began.current[name] && now[name] !== mine[name]
        )
        if (others.length === 0) return false
        for (const name of others) began.current[name] = now[name]
        sent.current = {}
        setBase(reloaded)
        return true
      })
    },
    saved(answer: T) {
      const now = enter(answer)
      const kept = Object.entries(current.current).filter(
        ([name, value]) => value !== sent.current[name as keyof F]
      )
      sent.current = {}
      began.current = { ...now }
      setBase(answer)
      change(Object.fromEntries(kept) as Values<F>)
      client.setQueryData(readKey(path), answer)
    },
  }
}
