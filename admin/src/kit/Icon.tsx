import { styled } from '@mui/material/styles'
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

// Not `sx`, which computes the style again for each tile of a long list.
const Tile = styled('div')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  border: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.surface.inset,
}))

/** An icon in a small bordered square, for card heads, quick actions and empty states. */
export const IconTile = ({ icon, size = 17, tile = 36 }: IconTileProps) => (
  <Tile
    aria-hidden
    className="tile"
    style={{ width: tile, height: tile, borderRadius: tile > 40 ? 10 : 8 }}
  >
    <Icon icon={icon} size={size} />
  </Tile>
)
