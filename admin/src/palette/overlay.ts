import { useSyncExternalStore } from 'react'

/** What can lie over every screen: the command palette, and the map of keys. */
export type OverlayName = 'palette' | 'keys'

let open: OverlayName | null = null
const listeners = new Set<() => void>()

/** Shows one of them, or none. */
export function showOverlay(name: OverlayName | null): void {
  open = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOverlay = (): OverlayName | null => useSyncExternalStore(subscribe, () => open)
