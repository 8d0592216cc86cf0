import { useEffect, useRef } from 'react'

export interface Shortcut {
  /** `j`, `?`, `Enter`; `g a` one after the other; `mod+k` with Ctrl, on a Mac with ⌘; `mod+shift+l`; `alt+ArrowUp`. */
  keys: string
  /** Message key, or the text itself. */
  label: string
  /** Heading it stands under in the map: a message key, or the text itself. */
  group: string
  /** A key that does the same where it is pressed; only told in the map. */
  also?: string
  run: (event: KeyboardEvent) => void
}

/** How long the second key of two may take. */
const PAUSE = 1_500

class Shortcuts {
  #all: readonly Shortcut[] = []
  #listeners = new Set<() => void>()
  #first = ''
  #firstAt = 0

  /** Of two with the same keys the later one is meant: it belongs to what was opened last. */
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

/** The keys that do something on the screen that is shown. */
export const shortcuts = new Shortcuts()

// By what a key writes, not by where it lies: `?` and `/` lie elsewhere on every keyboard.
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  // AltGr, with which some keyboards write ordinary signs, counts as both.
  const isModified = (ctrlKey || metaKey || altKey) && !(ctrlKey && altKey)
  if (!isModified) return key
  // With a letter, Alt writes another one on some keyboards.
  if (altKey && !ctrlKey && !metaKey && key.length > 1) return `alt+${key}`
  if (altKey || ctrlKey === metaKey) return undefined
  return (shiftKey ? 'mod+shift+' : 'mod+') + key.toLowerCase()
}

const WRITING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable=true], [role=combobox]'
const CHOOSING = '[role=menu], [role=listbox]'
/** What text is edited with. */
const EDITING = ['mod+z', 'mod+a', 'mod+c', 'mod+x', 'mod+v']
const PRESSED = 'a, button, [role=button], [role=tab], summary, input'

/** Belongs to what has the focus, or to the dialog that lies over the screen. */
function isTaken({ target }: KeyboardEvent, key: string): boolean {
  if (document.querySelector('[aria-modal=true]')) return true
  if (!(target instanceof Element)) return false
  // Text that is marked is what people mean to copy.
  if (key === 'mod+c' && getSelection()?.isCollapsed === false) return true
  if (key.startsWith('mod+')) return EDITING.includes(key) && target.closest(WRITING) !== null
  if (target.closest(`${WRITING}, ${CHOOSING}`)) return true
  return (key === 'Enter' || key === ' ') && target.closest(PRESSED) !== null
}

export interface ShortcutOptions {
  /** Those of the screen that is shown when left out. */
  group?: string
  also?: string
  /** Does nothing, and is not in the map, while false. */
  enabled?: boolean
}

/**
 * Makes keys do something while this is shown, and says so in the map behind `?`. Silent while somebody
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
