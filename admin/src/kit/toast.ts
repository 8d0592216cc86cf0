import { useNotify } from 'ra-core'
import { useCallback } from 'react'

/** The action of a toast: the label of its button, and what it does. */
export interface ToastAction {
  label: string
  onSelect: () => void
}

export interface ToastContent {
  /** An empty title removes the current toast, because it no longer applies. */
  title: string
  description?: string
  kind?: 'default' | 'destructive'
  /** Only for actions that are also possible elsewhere: the toast disappears by itself. */
  action?: ToastAction
  /** The time (ms) it is shown, five seconds by default. */
  shownFor?: number
}

/** Shows a toast: `toast({ title, description, kind, action })`. The newest replaces the current one. */
export function useToast(): (content: ToastContent) => void {
  const notify = useNotify()
  return useCallback(
    ({ title, description, kind = 'default', action, shownFor }) =>
      notify(description ?? '', {
        type: kind === 'destructive' ? 'error' : 'info',
        messageArgs: { _: description ?? '' },
        title,
        action,
        autoHideDuration: shownFor,
      }),
    [notify]
  )
}
