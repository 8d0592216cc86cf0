import Drawer from '@mui/material/Drawer'
import { useTranslate } from 'ra-core'
import { Rail } from './Rail.js'

/** The navigation on small screens: a drawer that closes after a choice. */
export default function NarrowRail({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': translate('shell.navigation'),
          sx: { width: 272, bgcolor: 'background.default' },
        },
      }}
    >
      <Rail onNavigate={onClose} />
    </Drawer>
  )
}
