import { useEffect } from 'react'
import { focusBehindDialog } from './focus.js'

/** After a dialog: what opened it, and should have the focus again, may be gone by what was done in it. */
export function useFocusAfter(open: boolean) {
  useEffect(() => {
    if (!open) return
    // Once the dialog itself has tried.
    return () => void setTimeout(focusBehindDialog)
  }, [open])
}
