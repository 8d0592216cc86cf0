import type { DialogProps } from '@mui/material/Dialog'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs what a question is answered with once, however often and fast its button is pressed: the button is
 * disabled only with the next drawing, and can be pressed still while the dialog fades out. It can be
 * answered anew when it is asked anew, or when the call has ended and the question still stands.
 */
export function useOnce(open: boolean, pending = false): (act: () => void) => void {
  const isAnswered = useRef(false)
  // With every drawing: a call that fails at once was never drawn as pending.
  useEffect(() => {
    if (open && !pending) isAnswered.current = false
  })
  return useCallback((act) => {
    if (isAnswered.current) return
    isAnswered.current = true
    act()
  }, [])
}

/** Closes a dialog, but not by the second half of the double click that opened it. */
export const unlessDoubled =
  (close: DialogProps['onClose']): DialogProps['onClose'] =>
  (event, reason) => {
    const { detail } = event as { detail?: number }
    if (reason === 'backdropClick' && detail !== undefined && detail > 1) return
    close?.(event, reason)
  }
