import { styled } from '@mui/material/styles'
import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type SyntheticEvent,
} from 'react'
import { createPortal } from 'react-dom'

const OPEN_DELAY = 700
const SKIP_DELAY = 300
// Time (ms) to move the pointer from the anchor to its tooltip.
const LEAVE_DELAY = 80
const GAP = 6
const EDGE = 8
// Shared by all tooltips: within the skip delay, the next tooltip opens immediately.
let lastClosedAt = 0

const Bubble = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: 0,
  left: 0,
  zIndex: theme.zIndex.tooltip,
  width: 'max-content',
  maxWidth: `min(300px, calc(100vw - ${2 * EDGE}px))`,
  padding: '5px 9px',
  borderRadius: 6,
  fontFamily: theme.typography.fontFamily,
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
  color: theme.palette.primary.contrastText,
  backgroundColor: theme.palette.primary.main,
  animation: 'kit-tooltip-in 120ms ease-out',
  '@keyframes kit-tooltip-in': { from: { opacity: 0 } },
}))

export interface TooltipProps {
  /** The text. Lists with many tooltips give a function, which creates the text when a tooltip opens. */
  title: string | (() => string)
  /** One element that accepts the properties of an HTML element. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * A tooltip that opens after 700 ms, or immediately when another one closed less than 300 ms ago. On touch
 * screens it opens on a long press. MUI's tooltip would add a positioning engine to every page.
 */
export function Tooltip({ title, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = ({ currentTarget }: SyntheticEvent) => {
    clearTimeout(timer.current)
    if (anchor) return
    const wait = Date.now() - lastClosedAt < SKIP_DELAY ? 0 : OPEN_DELAY
    timer.current = setTimeout(() => setAnchor(currentTarget), wait)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (anchor) lastClosedAt = Date.now()
    setAnchor(null)
  }
  const leave = () => {
    clearTimeout(timer.current)
    if (!anchor) return
    lastClosedAt = Date.now()
    timer.current = setTimeout(hide, LEAVE_DELAY)
  }
  useEscape(anchor !== null, hide)

  const isName = children.props['aria-label'] === title
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: show,
        onPointerLeave: leave,
        onPointerCancel: hide,
        onFocus: (event: SyntheticEvent) =>
          event.currentTarget.matches(':focus-visible') && show(event),
        onBlur: hide,
        // Hide the tooltip after a press, because a menu may open in its place.
        onClick: (event: MouseEvent<HTMLElement>) => {
          hide()
          children.props.onClick?.(event)
        },
        ...(anchor && !isName && { 'aria-describedby': id }),
      })}
      {anchor && (
        <Placed
          id={id}
          anchor={anchor}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={hide}
          title={typeof title === 'string' ? title : title()}
        />
      )}
    </>
  )
}

interface PlacedProps {
  id: string
  anchor: Element
  title: string
  onEnter: () => void
  onLeave: () => void
}

// Placed below the middle of its anchor, or above where there is no space below; always within the window.
function Placed({ id, anchor, title, onEnter, onLeave }: PlacedProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!bubble.current) return
    const at = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = bubble.current
    const below = at.bottom + GAP
    const y = below + height + EDGE > window.innerHeight ? at.top - GAP - height : below
    const middle = at.left + at.width / 2 - width / 2
    const x = Math.max(EDGE, Math.min(middle, window.innerWidth - width - EDGE))
    bubble.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }, [anchor, title])
  // Close on scroll, because the tooltip would stay in place while its anchor moves.
  useEffect(() => {
    window.addEventListener('scroll', onLeave, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', onLeave, { capture: true })
  })
  return createPortal(
    <Bubble ref={bubble} role="tooltip" id={id} onPointerEnter={onEnter} onPointerLeave={onLeave}>
      {title}
    </Bubble>,
    document.body
  )
}

function useEscape(active: boolean, onEscape: () => void) {
  const run = useRef(onEscape)
  run.current = onEscape
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && run.current()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}
