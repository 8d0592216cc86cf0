import IconButton from '@mui/material/IconButton'
import { Icon, SidePanel } from '@crossdock/admin/kit'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { EventContent } from './EventContent.js'

interface EventPanelProps {
  id: string
  onClose: () => void
}

/** Shows one event next to the list. Escape closes the panel. */
export default function EventPanel({ id, onClose }: EventPanelProps) {
  const translate = useTranslate()
  return (
    <SidePanel label={translate('events.details')} width={{ lg: 350, xl: 400 }} onClose={onClose}>
      <IconButton
        size="small"
        aria-label={translate('events.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <Icon icon={X} />
      </IconButton>
      <EventContent key={id} id={id} />
    </SidePanel>
  )
}
