import { styled } from '@mui/material/styles'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { restoreFocus } from './focus.js'
import { ToastCard } from './ToastCard.js'
import type { ToastAction } from './toast.js'

const SHOWN_FOR = 5_000
const REMOVED_AFTER = 1_000_000
/** From this width (px) on, a toast fits next to a dialog of the default width. */
const ROOM_AT_DIALOG = 1400

/** Bottom right, full width on phones. */
const Viewport = styled('div')(({ theme }) => ({
  position: 'fixed',
  right: 20,
  bottom: 20,
  width: 'min(380px, calc(100vw - 32px))',
  pointerEvents: 'none',
  zIndex: theme.zIndex.snackbar,
  outline: 'none',
  '&:focus-visible > *': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
  // Wide windows have room next to a dialog. In smaller ones the toast must not cover the
  // dialog's buttons, which are at its bottom right.
  [theme.breakpoints.down(ROOM_AT_DIALOG)]: {
    'body:has(> .MuiDialog-root) &': { right: 'auto', left: 20 },
  },
  [theme.breakpoints.down('sm')]: {
    right: 16,
    left: 16,
    bottom: 16,
    width: 'auto',
    'body:has(> .MuiDialog-root) &': {
      right: 16,
      left: 16,
      bottom: 'auto',
      top: 'calc(var(--bar-height, 0px) + 16px)',
    },
  },
}))

/**
 * Shows all messages as toasts: only the newest, for five seconds by default. F8 focuses the toast, and a swipe to the
 * right closes it.
 */
export function Toaster() {
  const { notifications, setNotifications } = useNotificationContext()
  const translate = useTranslate()
  const viewport = useRef<HTMLDivElement>(null)
  const [toast, setToast] = useState<NotificationPayload>()
  const [open, setOpen] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const close = () => {
    setOpen(false)
    setPaused(false)
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
    if (isPaused) return
    const shownFor = toast.notificationOptions?.autoHideDuration ?? SHOWN_FOR
    const timer = setTimeout(() => setOpen(false), shownFor)
    return () => clearTimeout(timer)
  }, [toast, open, isPaused])

  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key === 'F8') viewport.current?.focus()
    }
    document.addEventListener('keydown', focusOnF8)
    return () => document.removeEventListener('keydown', focusOnF8)
  }, [])

  // The focused button disappears with the toast.
  useEffect(() => (open ? () => void setTimeout(restoreFocus) : undefined), [open])

  if (!toast || !open) return null
  // Rendered into the body only when shown: an open dialog hides all earlier siblings from screen
  // readers.
  return createPortal(
    <Viewport
      ref={viewport}
      role="region"
      aria-label={translate('kit.toast.region')}
      tabIndex={-1}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <ToastCard
        {...texts(toast, translate)}
        destructive={toast.type === 'error' || toast.type === 'warning'}
        action={toast.notificationOptions?.action as ToastAction | undefined}
        onPause={setPaused}
        onClose={close}
      />
    </Viewport>,
    document.body
  )
}

type Translate = ReturnType<typeof useTranslate>

// Toasts of react-admin itself have one message and no title; the message becomes the title.
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
