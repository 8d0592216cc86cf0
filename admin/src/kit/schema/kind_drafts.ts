import { useRef } from 'react'

/** Keeps what was entered for one kind and gives what was entered for another before, if anything was. */
export type KindDrafts<T> = (left: string, entered: T, chosen: string) => T | undefined

/** What was entered for each kind of a form: who looks at another one finds it again on the way back. */
export function useKindDrafts<T>(): KindDrafts<T> {
  const drafts = useRef(new Map<string, T>())
  return (left, entered, chosen) => {
    // The form goes on changing its own.
    drafts.current.set(left, structuredClone(entered))
    return structuredClone(drafts.current.get(chosen))
  }
}
