import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import { Icon } from '@crossdock/admin/kit'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { EventContent } from './EventContent.js'

interface EventPanelProps {
  id: string
  onClose: () => void
}

/** Shows one event beside the list. Escape closes the panel. */
export default function EventPanel({ id, onClose }: EventPanelProps) {
  const translate = useTranslate()
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
      aria-label={translate('events.details')}
      sx={{
        position: 'sticky',
        top: 'calc(var(--bar-height, 0px) + 72px)',
        flex: 'none',
        width: { lg: 350, xl: 400 },
        maxHeight: 'calc(100dvh - var(--bar-height, 0px) - 72px - 64px)',
        overflowY: 'auto',
        p: 2,
      }}
    >
      <IconButton
        size="small"
        aria-label={translate('events.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <Icon icon={X} />
      </IconButton>
      <EventContent key={id} id={id} />
    </Card>
  )
}
