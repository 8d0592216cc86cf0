import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Icon } from './Icon.js'

const SHOWN_FOR = 5_000
const REMOVED_AFTER = 1_000_000
const SWIPE_THRESHOLD = 50

const Viewport = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  right: 20,
  bottom: 20,
  width: 'min(380px, calc(100vw - 32px))',
  outline: 'none',
  pointerEvents: 'none',
  '&:focus-visible > *': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
  [theme.breakpoints.down('sm')]: { right: 16, bottom: 16 },
}))

const Toast = styled('div', { shouldForwardProp: (prop) => prop !== 'destructive' })<{
  destructive: boolean
}>(({ theme, destructive }) => ({
  pointerEvents: 'auto',
  touchAction: 'pan-y',
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '14px 10px 14px 16px',
  border: `1px solid ${destructive ? `${theme.palette.tones.danger.bar}66` : theme.palette.divider}`,
  borderRadius: 12,
  backgroundColor: theme.palette.background.paper,
  boxShadow:
    theme.palette.mode === 'dark'
      ? '0 12px 40px rgba(0,0,0,.6)'
      : '0 10px 36px rgba(17,17,19,.13), 0 2px 6px rgba(17,17,19,.06)',
  animation: 'kit-toast-in 180ms cubic-bezier(.2,.8,.3,1)',
  '@keyframes kit-toast-in': { from: { opacity: 0, transform: 'translateY(10px)' } },
}))

/** Shows one toast at a time, newest wins, for five seconds. F8 focuses it, a swipe right closes it. */
export function Toaster() {
  const { notifications, setNotifications } = useNotificationContext()
  const translate = useTranslate()
  const viewport = useRef<HTMLDivElement>(null)
  const [toast, setToast] = useState<NotificationPayload>()
  const [open, setOpen] = useState(false)
  const [held, setHeld] = useState(false)
  const [dragged, setDragged] = useState(0)
  const dragStart = useRef<number>(undefined)

  useEffect(() => {
    const newest = notifications.at(-1)
    if (!newest) return
    setToast(newest)
    setOpen(true)
    setDragged(0)
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

  const drag = (event: PointerEvent) => {
    if (dragStart.current !== undefined) setDragged(Math.max(0, event.clientX - dragStart.current))
  }
  const drop = () => {
    if (dragged >= SWIPE_THRESHOLD) setOpen(false)
    dragStart.current = undefined
    setDragged(0)
  }

  const { title, description } = texts(toast, translate)
  const destructive = toast?.type === 'error' || toast?.type === 'warning'
  return (
    <Viewport
      ref={viewport}
      role="region"
      aria-label={translate('kit.toast.region')}
      tabIndex={-1}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      {toast && open && (
        <Toast
          role={destructive ? 'alert' : 'status'}
          destructive={destructive}
          style={{ transform: dragged ? `translateX(${dragged}px)` : undefined }}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => {
            setHeld(false)
            drop()
          }}
          onPointerDown={(event) => {
            dragStart.current = event.clientX
          }}
          onPointerMove={drag}
          onPointerUp={drop}
        >
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              overflowWrap: 'anywhere',
              alignSelf: description ? undefined : 'center',
            }}
          >
            <Typography variant="h3" component="p" color={destructive ? 'error' : undefined}>
              {title}
            </Typography>
            {description && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
                {description}
              </Typography>
            )}
          </Box>
          <IconButton
            size="small"
            aria-label={translate('kit.toast.dismiss')}
            onClick={() => setOpen(false)}
            sx={{ my: -0.5 }}
          >
            <Icon icon={X} />
          </IconButton>
        </Toast>
      )}
    </Viewport>
  )
}

type Translate = ReturnType<typeof useTranslate>

// Toasts of react-admin itself bring one message and no title: it becomes the title.
function texts(toast: NotificationPayload | undefined, translate: Translate) {
  const message =
    typeof toast?.message === 'string' && toast.message
      ? translate(toast.message, { _: toast.message, ...toast.notificationOptions?.messageArgs })
      : undefined
  const title: unknown = toast?.notificationOptions?.title
  return typeof title === 'string'
    ? { title, description: message }
    : { title: message, description: undefined }
}
