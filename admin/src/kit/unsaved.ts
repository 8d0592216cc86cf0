import { createContext, useContext, useEffect, useRef } from 'react'

export interface UnsavedEntry {
  /** Whether something would be lost right now. */
  isDirty: () => boolean
  /** Throws it away, so that its form can go. Without it only leaving the page itself loses it. */
  discard?: () => void
}

class Unsaved {
  #entries = new Set<UnsavedEntry>()
  #listeners = new Set<() => void>()

  add(entry: UnsavedEntry) {
    this.#entries.add(entry)
    this.#tell()
    return () => {
      this.#entries.delete(entry)
      this.#tell()
    }
  }
  /** Something would be lost with the page. */
  any = () => [...this.#entries].some(({ isDirty }) => isDirty())
  /** Something would be lost with this screen. */
  inForms = () => [...this.#entries].some((entry) => entry.discard && entry.isDirty())
  hasForms = () => [...this.#entries].some(({ discard }) => discard)
  discard() {
    for (const entry of [...this.#entries]) if (entry.isDirty()) entry.discard?.()
  }
  /** The page is left for good: nothing asks any more. */
  forget() {
    this.#entries.clear()
    this.#tell()
  }
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

/** What this page would lose when it is left. */
export const unsaved = new Unsaved()

/** Asks "Discard changes?" and goes on when that is wanted. */
export const AskToDiscard = createContext<(leave: () => void) => void>((leave) => leave())

/**
 * Guards what was entered: leaving the screen or the page asks first. Gives a function for a form's
 * own ways out, which asks only when there is something to lose.
 */
export function useUnsaved({ isDirty, discard }: UnsavedEntry): (leave: () => void) => void {
  const ask = useContext(AskToDiscard)
  const current = useRef({ isDirty, discard })
  useEffect(() => {
    current.current = { isDirty, discard }
  })
  const hasDiscard = discard !== undefined
  useEffect(
    () =>
      unsaved.add({
        isDirty: () => current.current.isDirty(),
        discard: hasDiscard ? () => current.current.discard?.() : undefined,
      }),
    [hasDiscard]
  )
  return (leave) => (isDirty() ? ask(leave) : leave())
}

/** Gives a function for leaving the page itself, which asks first when something would be lost with it. */
export function useLeavePage(): (leave: () => void) => void {
  const ask = useContext(AskToDiscard)
  return (leave) => {
    if (!unsaved.any()) return leave()
    ask(() => {
      // The browser would ask once more.
      unsaved.forget()
      leave()
    })
  }
}
