import { createContext, useContext, useEffect, useRef, useState } from 'react'

export interface UnsavedEntry {
  /** Whether something would be lost right now. */
  isDirty: () => boolean
  /** Throws it away, so that its form can go. Without it only leaving the page itself loses it. */
  discard?: () => void
  /** Words of the question; those about a form unless told otherwise. */
  words?: () => UnsavedWords
  /** Names of what goes on by itself and is not done, for whoever can only leave the page. */
  unfinished?: () => string[]
}

export interface UnsavedWords {
  /** Message key above `title`, `text`, `discard` and `keep`. */
  key: string
  values?: Record<string, string | number>
}

export const wordsOf = ({ words }: UnsavedEntry): UnsavedWords =>
  words?.() ?? { key: 'kit.unsaved' }

class Unsaved {
  #entries = new Set<UnsavedEntry>()
  #listeners = new Set<() => void>()

  add(entry: UnsavedEntry) {
    this.#entries.add(entry)
    this.changed()
    return () => {
      this.#entries.delete(entry)
      this.changed()
    }
  }
  /** What would be lost with the page. */
  dirty = () => [...this.#entries].filter(({ isDirty }) => isDirty())
  /** Something would be lost with the page. */
  any = () => this.dirty().length > 0
  /** What would be lost with this screen. */
  inForms = () => this.dirty().filter(({ discard }) => discard)
  hasForms = () => [...this.#entries].some(({ discard }) => discard)
  /** Names of what goes on by itself and is not done, in one line. */
  unfinished = () => [...this.#entries].flatMap((entry) => entry.unfinished?.() ?? []).join(', ')
  /** What is entered goes because another address comes: nobody has to change the address for that. */
  isLeaving = false
  discard() {
    for (const entry of [...this.#entries]) if (entry.isDirty()) entry.discard?.()
  }
  discardFor(navigate: () => void) {
    this.isLeaving = true
    this.discard()
    this.isLeaving = false
    navigate()
  }
  /** The page is left for good: nothing asks any more. */
  forget() {
    this.#entries.clear()
    this.changed()
  }
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** What an entry would lose is not what it was. */
  changed = () => {
    for (const listener of this.#listeners) listener()
  }
}

/** What this page would lose when it is left. */
export const unsaved = new Unsaved()

export interface UnsavedQuestion {
  about: UnsavedEntry[]
  leave: () => void
  stay?: () => void
}

/** Asks whether something may be lost, and goes on when that is wanted. */
export const AskToDiscard = createContext<(question: UnsavedQuestion) => void>(({ leave }) =>
  leave()
)

/**
 * Guards what was entered: leaving the screen or the page asks first. Gives a function for a form's
 * own ways out, which asks only when there is something to lose.
 */
export function useUnsaved(entry: UnsavedEntry): (leave: () => void) => void {
  const ask = useContext(AskToDiscard)
  const current = useRef(entry)
  useEffect(() => {
    current.current = entry
  })
  const hasDiscard = entry.discard !== undefined
  const [registered] = useState<UnsavedEntry>(() => ({
    isDirty: () => current.current.isDirty(),
    discard: hasDiscard ? () => current.current.discard?.() : undefined,
    words: () => wordsOf(current.current),
  }))
  useEffect(() => unsaved.add(registered), [registered])
  return (leave) => (entry.isDirty() ? ask({ about: [registered], leave }) : leave())
}

/** Gives a function for what ends everything on this page, which asks first when something would be lost. */
export function useAskFirst(): (leave: () => void) => void {
  const ask = useContext(AskToDiscard)
  return (leave) => {
    const about = unsaved.dirty()
    if (about.length === 0) leave()
    else ask({ about, leave })
  }
}

/** Gives a function for leaving the page itself, which asks first when something would be lost with it. */
export function useLeavePage(): (leave: () => void) => void {
  const askFirst = useAskFirst()
  return (leave) =>
    askFirst(() => {
      // The browser would ask once more.
      unsaved.forget()
      leave()
    })
}
