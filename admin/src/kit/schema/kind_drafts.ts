import { useRef } from 'react'

/** Stores the input for the kind that the person leaves, and returns the earlier input for the chosen kind. */
export type KindDrafts<T> = (left: string, entered: T, chosen: string) => T | undefined

/** Keeps the input for each kind of a form, so that it is still there when the person comes back to the kind. */
export function useKindDrafts<T>(): KindDrafts<T> {
  const drafts = useRef(new Map<string, T>())
  return (left, entered, chosen) => {
    // The form keeps changing its own object.
    drafts.current.set(left, structuredClone(entered))
    return structuredClone(drafts.current.get(chosen))
  }
}
