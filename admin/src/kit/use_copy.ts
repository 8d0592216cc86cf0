import { useEffect, useRef, useState, type RefObject } from 'react'
import { unsaved } from './unsaved.js'

/** How long the button says that it has copied. */
const saidMs = 2_000

export type CopyState = 'idle' | 'copied' | 'refused'

/** Copies a text, and knows whether anybody has; where the browser refuses, it selects the field instead. */
export function useCopy(value: string, input: RefObject<HTMLInputElement | null>) {
  const [state, setState] = useState<CopyState>('idle')
  const copied = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const note = () => {
    copied.current = true
    unsaved.changed()
    setState('copied')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), saidMs)
  }
  /** Whether it is there now. */
  const toClipboard = async (): Promise<boolean> => {
    try {
      // Not there on pages of another machine that came without TLS.
      await navigator.clipboard.writeText(value)
      note()
      return true
    } catch {
      setState('refused')
      input.current?.focus()
      input.current?.select()
      return false
    }
  }
  return { copy: { toClipboard, noteByHand: note }, state, hasCopy: () => copied.current }
}
