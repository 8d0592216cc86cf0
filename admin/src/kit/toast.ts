import { useNotify } from 'ra-core'
import { useCallback } from 'react'

/** One thing to do about what the toast says: the word on its button, and what that does. */
export interface ToastAction {
  label: string
  onSelect: () => void
}

export interface ToastContent {
  /** Empty takes away the toast on screen: what it said is over. */
  title: string
  description?: string
  kind?: 'default' | 'destructive'
  /** Only for what can be done elsewhere too: the toast goes after five seconds. */
  action?: ToastAction
}

/** Show a toast: `toast({ title, description, kind, action })`. The newest replaces the one on screen. */
export function useToast(): (content: ToastContent) => void {
  const notify = useNotify()
  return useCallback(
    ({ title, description, kind = 'default', action }) =>
      notify(description ?? '', {
        type: kind === 'destructive' ? 'error' : 'info',
        messageArgs: { _: description ?? '' },
        title,
        action,
      }),
    [notify]
  )
}
