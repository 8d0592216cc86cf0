import { useSyncExternalStore } from 'react'

/** What can lie over every screen: the command palette, and the map of keys. */
export type OverlayName = 'palette' | 'keys'

let open: OverlayName | null = null
const listeners = new Set<() => void>()

/** What was typed while the palette's code is fetched; undefined once its field is there, or it is closed. */
let typed: string | undefined

function keep(event: KeyboardEvent): void {
  const isChord = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (isChord) return
  const { key } = event
  if (key === 'Escape') showOverlay(null)
  else if (key === 'Backspace') typed = typed?.slice(0, -1)
  else if (key.length === 1) typed += key
  // Else it would be a key of the screen below.
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Gives what was typed until now; from now on keys are the field's. */
export function takeTyped(): string {
  const taken = typed ?? ''
  typed = undefined
  removeEventListener('keydown', keep, true)
  return taken
}

/** Shows one of them, or none. */
export function showOverlay(name: OverlayName | null): void {
  if (name === open) return
  takeTyped()
  if (name === 'palette') {
    typed = ''
    addEventListener('keydown', keep, true)
  }
  open = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOverlay = (): OverlayName | null => useSyncExternalStore(subscribe, () => open)
