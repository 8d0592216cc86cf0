import { useDeferredValue, type ReactNode } from 'react'

/** Renders its children after the surrounding screen, for content below the fold or for screen readers. */
export function Later({ children }: { children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime && children
}
