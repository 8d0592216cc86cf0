import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readKey } from './useRead.js'
import { useLookAgain } from './useUnlessChanged.js'

type Values<F> = Partial<Record<keyof F, string | boolean>>

interface UseFieldsOptions<T, F> {
  /** Of the thing: GET /api/{path}, whose answer is that of the PUT, too. */
  path: string
  stored: T
  /** What the fields hold for it. */
  enter: (stored: T) => F
}

/**
 * Fields of a form that stays open while others save the same thing. What somebody has entered stays, whatever is read
 * anew; what they have not touched follows what is stored. `ifMatch` and `saved` are for useAction: of what was saved
 * only that follows the answer which still is what was sent, and who was beaten to the same field is told.
 */
export function useFields<T extends object, F extends Readonly<Record<keyof F, string | boolean>>>({
  path,
  stored,
  enter,
}: UseFieldsOptions<T, F>) {
  const client = useQueryClient()
  const look = useLookAgain<T>(path)
  const [seen, setSeen] = useState(stored)
  const [base, setBase] = useState(stored)
  const [typed, setTyped] = useState<Values<F>>({})
  /** What stood in the fields that were entered before they were. */
  const began = useRef<Values<F>>({})
  const sent = useRef<Values<F>>({})
  // What was read anew counts, and until then the answer of one's own save.
  const isReadAnew = stored !== seen
  if (isReadAnew) {
    setSeen(stored)
    setBase(stored)
  }
  const latest = isReadAnew ? stored : base
  const before = enter(latest)
  const current = useRef(typed)
  const change = (next: Values<F>) => {
    current.current = next
    setTyped(next)
  }

  return {
    /** As it is stored, as far as is known. */
    base: latest,
    fields: { ...before, ...typed } as F,
    set(more: Values<F>) {
      const next = { ...current.current, ...more }
      for (const name of Object.keys(more) as (keyof F)[]) {
        if (!(name in current.current)) began.current[name] = before[name]
        // As it was: nobody has entered anything, unless something else is just being stored there.
        if (next[name] === before[name] && !(name in sent.current)) delete next[name]
      }
      change(next)
    },
    discard: () => change({}),
    /** Begins a save: the tag of what is changed, unless somebody else has changed the same fields. */
    async ifMatch(): Promise<string | undefined> {
      const mine = current.current
      sent.current = mine
      return look((thing) => {
        const now = enter(thing)
        const names = Object.keys(mine) as (keyof F)[]
        const others = names.filter(
          (name) => now[name] !== began.current[name] && now[name] !== mine[name]
        )
        if (others.length === 0) return false
        for (const name of others) began.current[name] = now[name]
        sent.current = {}
        setBase(thing)
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
