import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState, type PointerEvent } from 'react'
import { Icon } from './Icon.js'
import type { ToastAction } from './toast.js'

const SWIPE_THRESHOLD = 50

const Card = styled('div', { shouldForwardProp: (prop) => prop !== 'destructive' })<{
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

// Names can be as long as a page and are cut. A reason for a failure is never cut.
const cut = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
  overflow: 'hidden',
} as const

interface ToastCardProps {
  title: string | undefined
  description?: string | undefined
  destructive?: boolean
  action: ToastAction | undefined
  /** Called when the pointer or the focus enters or leaves the toast. A toast does not disappear under them. */
  onPause: (isPaused: boolean) => void
  onClose: () => void
}

/** One toast. A swipe to the right closes it. */
export function ToastCard({
  title,
  description,
  destructive = false,
  action,
  ...props
}: ToastCardProps) {
  const { onPause, onClose } = props
  const translate = useTranslate()
  const [dragged, setDragged] = useState(0)
  const dragStart = useRef<number>(undefined)

  const drag = (event: PointerEvent) => {
    if (dragStart.current !== undefined) setDragged(Math.max(0, event.clientX - dragStart.current))
  }
  const drop = () => {
    if (dragged >= SWIPE_THRESHOLD) onClose()
    dragStart.current = undefined
    setDragged(0)
  }
  return (
    <Card
      role={destructive ? 'alert' : 'status'}
      destructive={destructive}
      style={{ transform: dragged ? `translateX(${dragged}px)` : undefined }}
      onPointerEnter={() => onPause(true)}
      onPointerLeave={() => {
        onPause(false)
        drop()
      }}
      onPointerDown={(event) => {
        dragStart.current = event.clientX
      }}
      onPointerMove={drag}
      onPointerUp={drop}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', alignSelf: 'center' }}>
        <Typography
          variant="h3"
          component="p"
          color={destructive ? 'error' : undefined}
          sx={{ fontWeight: 500, ...(!destructive && cut) }}
        >
          {title}
        </Typography>
        {description && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ mt: 0.25, ...(!destructive && cut) }}
          >
            {description}
          </Typography>
        )}
      </Box>
      {action && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => {
            onClose()
            action.onSelect()
          }}
          sx={{ flex: 'none', alignSelf: 'center' }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={translate('kit.toast.dismiss')}
        onClick={onClose}
        sx={{ flex: 'none', alignSelf: action ? 'center' : undefined, my: -0.5 }}
      >
        <Icon icon={X} />
      </IconButton>
    </Card>
  )
}
