import { styled } from '@mui/material/styles'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ToastCard } from './ToastCard.js'
import type { ToastAction } from './toast.js'

const SHOWN_FOR = 5_000
const REMOVED_AFTER = 1_000_000

/** The one place of toasts: the bottom right, and all of the width on phones. */
export const ToastPlace = styled('div')(({ theme }) => ({
  position: 'fixed',
  right: 20,
  bottom: 20,
  width: 'min(380px, calc(100vw - 32px))',
  pointerEvents: 'none',
  [theme.breakpoints.down('sm')]: { right: 16, left: 16, bottom: 16, width: 'auto' },
}))

const Viewport = styled(ToastPlace)(({ theme }) => ({
  zIndex: theme.zIndex.snackbar,
  outline: 'none',
  '&:focus-visible > *': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
  // Buttons of dialogs are at their bottom right: the toast keeps clear of them.
  'body:has(> .MuiDialog-root) &': { right: 'auto', left: 20 },
  // Above an offer to undo, which has the same place.
  'body:has([data-foot]) &': { bottom: 92 },
  [theme.breakpoints.down('sm')]: {
    'body:has([data-foot]) &': { bottom: 116 },
    'body:has(> .MuiDialog-root) &': {
      right: 16,
      left: 16,
      bottom: 'auto',
      top: 'calc(var(--bar-height, 0px) + 16px)',
    },
  },
}))

/** Shows one toast at a time, newest wins, for five seconds. F8 focuses it, a swipe right closes it. */
export function Toaster() {
  const { notifications, setNotifications } = useNotificationContext()
  const translate = useTranslate()
  const viewport = useRef<HTMLDivElement>(null)
  const [toast, setToast] = useState<NotificationPayload>()
  const [open, setOpen] = useState(false)
  const [held, setHeld] = useState(false)
  const close = () => {
    setOpen(false)
    setHeld(false)
  }

  useEffect(() => {
    const newest = notifications.at(-1)
    if (!newest) return
    setToast(newest)
    setOpen(newest.notificationOptions?.title !== '')
    setNotifications([])
  }, [notifications, setNotifications])

  useEffect(() => {
    if (!toast) return
    if (!open) {
      const timer = setTimeout(() => setToast(undefined), REMOVED_AFTER)
      return () => clearTimeout(timer)
    }
    if (held) return
    const shownFor = toast.notificationOptions?.autoHideDuration ?? SHOWN_FOR
    const timer = setTimeout(() => setOpen(false), shownFor)
    return () => clearTimeout(timer)
  }, [toast, open, held])

  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key === 'F8') viewport.current?.focus()
    }
    document.addEventListener('keydown', focusOnF8)
    return () => document.removeEventListener('keydown', focusOnF8)
  }, [])

  if (!toast || !open) return null
  // In the body and not before it is shown: an open dialog hides all that was there before it from
  // screen readers.
  return createPortal(
    <Viewport
      ref={viewport}
      role="region"
      aria-label={translate('kit.toast.region')}
      tabIndex={-1}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <ToastCard
        {...texts(toast, translate)}
        destructive={toast.type === 'error' || toast.type === 'warning'}
        action={toast.notificationOptions?.action as ToastAction | undefined}
        onHold={setHeld}
        onClose={close}
      />
    </Viewport>,
    document.body
  )
}

type Translate = ReturnType<typeof useTranslate>

// Toasts of react-admin itself bring one message and no title: it becomes the title.
function texts(toast: NotificationPayload, translate: Translate) {
  const message =
    typeof toast.message === 'string' && toast.message
      ? translate(toast.message, { _: toast.message, ...toast.notificationOptions?.messageArgs })
      : undefined
  const title: unknown = toast.notificationOptions?.title
  return typeof title === 'string'
    ? { title, description: message }
    : { title: message, description: undefined }
}
