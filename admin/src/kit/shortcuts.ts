import { useEffect, useRef } from 'react'

export interface Shortcut {
  /** `j`, `?`, `Enter`; `g a` in sequence; `mod+k` for Ctrl, or ⌘ on a Mac; `mod+shift+l`; `alt+ArrowUp`. */
  keys: string
  /** Message key or text. */
  label: string
  /** Its heading in the shortcut list: a message key or text. */
  group: string
  /** Another key with the same effect, handled elsewhere. The list of shortcuts shows it. */
  also?: string
  run: (event: KeyboardEvent) => void
}

/** Maximum time (ms) between the two keys of a sequence. */
const PAUSE = 1_500

class Shortcuts {
  #all: readonly Shortcut[] = []
  #listeners = new Set<() => void>()
  #first = ''
  #firstAt = 0

  /**
   * Adds a shortcut. Of two shortcuts with the same keys the later one wins, because it belongs to what was opened
   * last.
   */
  add(shortcut: Shortcut) {
    if (this.#all.length === 0) document.addEventListener('keydown', this.#onKey)
    this.#set([...this.#all, shortcut])
    return () => {
      this.#set(this.#all.filter((one) => one !== shortcut))
      if (this.#all.length === 0) document.removeEventListener('keydown', this.#onKey)
    }
  }
  all = () => this.#all
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  #set(all: readonly Shortcut[]) {
    this.#all = all
    for (const listener of this.#listeners) listener()
  }
  #onKey = (event: KeyboardEvent) => {
    const key = nameOf(event)
    if (!key || event.defaultPrevented || event.isComposing || isTaken(event, key)) return
    const isInTime = event.timeStamp - this.#firstAt < PAUSE
    const before = isInTime ? this.#first : ''
    this.#first = ''
    const find = (keys: string) => this.#all.findLast((one) => one.keys === keys)
    const meant = (before && find(`${before} ${key}`)) || find(key)
    if (meant) {
      event.preventDefault()
      meant.run(event)
    } else if (this.#all.some(({ keys }) => keys.startsWith(`${key} `))) {
      this.#first = key
      this.#firstAt = event.timeStamp
    }
  }
}

/** The active shortcuts of the current screen. */
export const shortcuts = new Shortcuts()

// Names a key by the character that it writes, because keyboards have `?` and `/` in different places.
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  // AltGr, with which some keyboards write ordinary characters, counts as Ctrl and Alt.
  const isModified = (ctrlKey || metaKey || altKey) && !(ctrlKey && altKey)
  if (!isModified) return key
  // With a letter, Alt writes another character on some keyboards.
  if (altKey && !ctrlKey && !metaKey && key.length > 1) return `alt+${key}`
  if (altKey || ctrlKey === metaKey) return undefined
  return (shiftKey ? 'mod+shift+' : 'mod+') + key.toLowerCase()
}

const WRITING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable=true], [role=combobox]'
const CHOOSING = '[role=menu], [role=listbox]'
/** Shortcuts for editing text. */
const EDITING = ['mod+z', 'mod+a', 'mod+c', 'mod+x', 'mod+v']
const PRESSED = 'a, button, [role=button], [role=tab], summary, input'

/** Whether the key belongs to the focused element, or to a dialog over the screen. */
function isTaken({ target }: KeyboardEvent, key: string): boolean {
  if (document.querySelector('[aria-modal=true]')) return true
  if (!(target instanceof Element)) return false
  // Selected text is what the person wants to copy.
  if (key === 'mod+c' && getSelection()?.isCollapsed === false) return true
  if (key.startsWith('mod+')) return EDITING.includes(key) && target.closest(WRITING) !== null
  if (target.closest(`${WRITING}, ${CHOOSING}`)) return true
  return (key === 'Enter' || key === ' ') && target.closest(PRESSED) !== null
}

export interface ShortcutOptions {
  /** The group of the current screen by default. */
  group?: string
  also?: string
  /** While false, the shortcut does nothing and is not listed. */
  enabled?: boolean
}

/**
 * Registers a shortcut while the component is mounted, and lists it under `?`. Inactive while the person
 * types, chooses from a menu, or has a dialog open.
 */
export function useShortcut(
  keys: string,
  label: string,
  run: Shortcut['run'],
  { group = 'kit.keys.screen', also, enabled = true }: ShortcutOptions = {}
): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () =>
      enabled
        ? shortcuts.add({ keys, label, group, also, run: (event) => latest.current(event) })
        : undefined,
    [keys, label, group, also, enabled]
  )
}
