import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import type { HTMLAttributes } from 'react'
import { Keys } from './Keys.js'
import type { PaletteItem } from './model.js'

interface PaletteRowProps extends HTMLAttributes<HTMLElement> {
  item: PaletteItem
}

/** One line of the palette. */
export const PaletteRow = ({ item, ...props }: PaletteRowProps) => (
  <Box
    {...props}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.25,
      minHeight: { xs: 44, sm: 36 },
      px: 1.25,
      py: 0.5,
      borderRadius: '7px',
      cursor: 'pointer',
      '&.Mui-focused': { bgcolor: (theme) => theme.palette.surface.selected },
    }}
  >
    <Box sx={{ display: 'grid', flex: 'none', color: 'text.secondary' }}>
      <Icon icon={item.icon} />
    </Box>
    <Typography noWrap sx={{ flex: '0 1 auto', minWidth: 0, fontSize: '0.875rem' }}>
      {item.label}
    </Typography>
    {item.detail && (
      <Typography
        noWrap
        color="textSecondary"
        sx={{ flex: '1 1 0', minWidth: 0, fontSize: '0.8125rem' }}
      >
        {item.detail}
      </Typography>
    )}
    {item.keys && (
      <Box sx={{ ml: 'auto', display: { xs: 'none', sm: 'flex' } }}>
        <Keys keys={item.keys} />
      </Box>
    )}
  </Box>
)
