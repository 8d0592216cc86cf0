import { createContext, useContext, useEffect, useRef, useState } from 'react'

export interface UnsavedEntry {
  /** Whether input would be lost right now. */
  isDirty: () => boolean
  /** Discards the input, so that its form can close. Left out when only leaving the page would lose the input. */
  discard?: () => void
  /** Whether a form is being sent, which then shows why it is refused. */
  isSubmitting?: () => boolean
  /** Texts of the question; by default the texts for a form. */
  texts?: () => UnsavedTexts
  /** Names of unfinished background work, for people who can only leave the page. */
  unfinished?: () => string[]
}

export interface UnsavedTexts {
  /** Message key of the group with `title`, `text`, `discard` and `keep`. */
  key: string
  values?: Record<string, string | number>
}

export const textsOf = ({ texts }: UnsavedEntry): UnsavedTexts =>
  texts?.() ?? { key: 'kit.unsaved' }

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
  /** Returns the entries that would be lost when the page closes. */
  dirty = () => [...this.#entries].filter(({ isDirty }) => isDirty())
  /** Whether anything would be lost when the page closes. */
  any = () => this.dirty().length > 0
  /** Returns the entries that would be lost when the screen closes. */
  dirtyForms = () => this.dirty().filter(({ discard }) => discard)
  isSubmitting = () => [...this.#entries].some((entry) => entry.isSubmitting?.())
  hasForms = () => [...this.#entries].some(({ discard }) => discard)
  /** Names of unfinished background work, in one line. */
  unfinished = () => [...this.#entries].flatMap((entry) => entry.unfinished?.() ?? []).join(', ')
  /** Whether a navigation is discarding the input. The form must then not change the address itself. */
  isLeaving = false
  discard() {
    for (const entry of Array.from(this.#entries)) if (entry.isDirty()) entry.discard?.()
  }
  discardFor(navigate: () => void) {
    this.isLeaving = true
    this.discard()
    this.isLeaving = false
    navigate()
  }
  /** Removes all entries, so that no question appears while the page closes. */
  forget() {
    this.#entries.clear()
    this.changed()
  }
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Must be called when the state of an entry has changed. */
  changed = () => {
    for (const listener of this.#listeners) listener()
  }
}

/** All input that would be lost when the page closes. */
export const unsaved = new Unsaved()

export interface UnsavedQuestion {
  about: UnsavedEntry[]
  leave: () => void
  stay?: () => void
}

/** Asks whether input may be lost, and continues if the person agrees. */
export const AskToDiscard = createContext<(question: UnsavedQuestion) => void>(({ leave }) =>
  leave()
)

/**
 * Guards entered values: leaving the screen or the page asks first. Returns a function for closing the form,
 * which asks only when input would be lost.
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
    isSubmitting: () => current.current.isSubmitting?.() ?? false,
    discard: hasDiscard ? () => current.current.discard?.() : undefined,
    texts: () => textsOf(current.current),
  }))
  useEffect(() => unsaved.add(registered), [registered])
  return (leave) => (entry.isDirty() ? ask({ about: [registered], leave }) : leave())
}

/** Returns a function for an action that ends the whole page. It asks first when input would be lost. */
export function useAskFirst(): (leave: () => void) => void {
  const ask = useContext(AskToDiscard)
  return (leave) => {
    const about = unsaved.dirty()
    if (about.length === 0) leave()
    else ask({ about, leave })
  }
}

/** Returns a function that leaves the page. It asks first when input would be lost. */
export function useLeavePage(): (leave: () => void) => void {
  const askFirst = useAskFirst()
  return (leave) =>
    askFirst(() => {
      // Otherwise the browser would ask again.
      unsaved.forget()
      leave()
    })
}
