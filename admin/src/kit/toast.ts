import { useNotify } from 'ra-core'
import { useCallback } from 'react'

export interface ToastContent {
  title: string
  description?: string
  kind?: 'default' | 'destructive'
}

/** Show a toast: `toast({ title, description, kind })`. The newest replaces the one on screen. */
export function useToast(): (content: ToastContent) => void {
  const notify = useNotify()
  return useCallback(
    ({ title, description, kind = 'default' }) =>
      notify(description ?? '', {
        type: kind === 'destructive' ? 'error' : 'info',
        messageArgs: { _: description ?? '' },
        title,
      }),
    [notify]
  )
}
