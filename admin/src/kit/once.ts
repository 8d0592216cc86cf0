import type { DialogProps } from '@mui/material/Dialog'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs the action of a dialog's button once, however often and fast the button is pressed. The button is disabled
 * only with the next render, and can still be pressed while the dialog fades out. The action can run again when the
 * dialog opens again, or when the call has ended and the dialog is still open.
 */
export function useOnce(open: boolean, pending = false): (act: () => void) => void {
  const isAnswered = useRef(false)
  // Runs after every render, because a call that fails immediately was never rendered as pending.
  useEffect(() => {
    if (open && !pending) isAnswered.current = false
  })
  return useCallback((act) => {
    if (isAnswered.current) return
    isAnswered.current = true
    act()
  }, [])
}

/** Returns a close handler that ignores the second half of the double click that opened the dialog. */
export const ignoreDoubleClick =
  (close: DialogProps['onClose']): DialogProps['onClose'] =>
  (event, reason) => {
    const { detail } = event as { detail?: number }
    if (reason === 'backdropClick' && detail !== undefined && detail > 1) return
    close?.(event, reason)
  }
