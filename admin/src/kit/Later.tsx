import { useDeferredValue, type ReactNode } from 'react'

/** Drawn once what is around it is on the screen: for what nobody sees first, below everything or for screen readers. */
export function Later({ children }: { children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime && children
}
