import { useEffect, useRef, useState, type RefObject } from 'react'
import { unsaved } from './unsaved.js'

/** How long (ms) the button shows that it has copied. */
const shownMs = 2_000

export type CopyState = 'idle' | 'copied' | 'refused'

/** Copies a text and reports the result. Where the browser refuses, the text of the field is selected instead. */
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
    timer.current = setTimeout(() => setState('idle'), shownMs)
  }
  /** Resolves to whether the text is on the clipboard. */
  const toClipboard = async (): Promise<boolean> => {
    try {
      // Browsers offer the clipboard only over HTTPS and on localhost.
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
