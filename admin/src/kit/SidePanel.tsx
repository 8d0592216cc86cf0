import Card from '@mui/material/Card'
import { useEffect, useRef, type ReactNode } from 'react'

export interface SidePanelProps {
  /** Accessible name. */
  label: string
  /** By breakpoint, in pixels. */
  width: { lg: number; xl: number }
  onClose: () => void
  children: ReactNode
}

/** The selected record of a list, next to the list and sticky while it scrolls. Escape closes it. */
export function SidePanel({ label, width, onClose, children }: SidePanelProps) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      // An open menu or dialog handles the key first.
      const isTaken =
        event.defaultPrevented ||
        document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')
      if (event.key === 'Escape' && !isTaken) close.current()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  return (
    <Card
      component="aside"
      aria-label={label}
      sx={{
        position: 'sticky',
        top: 'calc(var(--bar-height, 0px) + 72px)',
        flex: 'none',
        width,
        maxHeight: 'calc(100dvh - var(--bar-height, 0px) - 72px - 64px)',
        overflowY: 'auto',
        p: 2,
      }}
    >
      {children}
    </Card>
  )
}
