import { useEffect } from 'react'
import { restoreFocus } from './focus.js'

/** Sets the focus after a dialog has closed, because the element that opened the dialog may be gone. */
export function useFocusAfter(open: boolean) {
  useEffect(() => {
    if (!open) return
    // Wait until the dialog itself has tried to restore the focus.
    return () => void setTimeout(restoreFocus)
  }, [open])
}
