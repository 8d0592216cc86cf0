import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Icon } from '@crossdock/admin/kit'
import { Search } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Keys } from './Keys.js'
import { showOverlay } from './overlay.js'

// Phones have no room for the label.
const onlySpoken = {
  position: { xs: 'absolute', md: 'static' },
  width: { xs: '1px', md: 'auto' },
  height: { xs: '1px', md: 'auto' },
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  clipPath: { xs: 'inset(50%)', md: 'none' },
}

/** Opens the command palette and shows its shortcut. */
export function PaletteButton() {
  const translate = useTranslate()
  return (
    <ButtonBase
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showOverlay('palette')}
      sx={{
        flex: 'none',
        gap: 1,
        height: 34,
        minWidth: { xs: 36, md: 220 },
        px: 1.25,
        justifyContent: { xs: 'center', md: 'flex-start' },
        border: { md: 1 },
        borderColor: { md: 'divider' },
        borderRadius: '8px',
        fontSize: '0.8125rem',
        color: 'text.secondary',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Icon icon={Search} />
      <Box component="span" sx={{ flex: { md: 1 }, textAlign: 'left', ...onlySpoken }}>
        {translate('palette.title')}
      </Box>
      <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
        <Keys keys="mod+k" />
      </Box>
    </ButtonBase>
  )
}
