import Box from '@mui/material/Box'
import type { LucideIcon } from 'lucide-react'

export type { LucideIcon } from 'lucide-react'

export interface IconProps {
  icon: LucideIcon
  size?: number
}

/** A lucide icon in the console's stroke, hidden from screen readers. */
export const Icon = ({ icon: Glyph, size = 16 }: IconProps) => (
  <Glyph size={size} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
)

export interface IconTileProps extends IconProps {
  /** Edge length of the tile in pixels. */
  tile?: number
}

/** An icon in a small bordered square: heads of cards, quick actions, empty states. */
export const IconTile = ({ icon, size = 17, tile = 36 }: IconTileProps) => (
  <Box
    aria-hidden
    sx={{
      width: tile,
      height: tile,
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      border: 1,
      borderColor: 'divider',
      borderRadius: tile > 40 ? '10px' : '8px',
      color: 'text.secondary',
      bgcolor: (theme) => theme.palette.surface.inset,
    }}
  >
    <Icon icon={icon} size={size} />
  </Box>
)
