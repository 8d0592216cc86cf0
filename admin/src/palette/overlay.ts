import { useSyncExternalStore } from 'react'

/** The overlays over every screen: the command palette and the shortcut list. */
export type OverlayName = 'palette' | 'keys'

let open: OverlayName | null = null
const listeners = new Set<() => void>()

/** The text typed while the palette's code loads; undefined once the field exists, or the palette is closed. */
let typed: string | undefined

function collectKey(event: KeyboardEvent): void {
  const isChord = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (isChord) return
  const { key } = event
  if (key === 'Escape') showOverlay(null)
  else if (key === 'Backspace') typed = typed?.slice(0, -1)
  else if (key.length === 1) typed += key
  // The screen below must not receive the key.
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Returns the text typed so far. From now on the field receives the keys. */
export function takeTyped(): string {
  const taken = typed ?? ''
  typed = undefined
  removeEventListener('keydown', collectKey, true)
  return taken
}

/** Shows an overlay, or closes it. */
export function showOverlay(name: OverlayName | null): void {
  if (name === open) return
  takeTyped()
  if (name === 'palette') {
    typed = ''
    addEventListener('keydown', collectKey, true)
  }
  open = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOverlay = (): OverlayName | null => useSyncExternalStore(subscribe, () => open)
