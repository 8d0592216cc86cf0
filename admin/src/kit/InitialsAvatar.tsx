import Box from '@mui/material/Box'
import { personInitials, wordInitials } from './format.js'

export interface InitialsAvatarProps {
  /** A person: first letters of first and last name, else of the parts that exist. */
  person?: { firstName?: string | null; lastName?: string | null; email: string }
  /** A named thing: first letters of the first two words. */
  name?: string
  size?: number
  /** A rounded square for things; people are round. */
  square?: boolean
}

/** Initials in a small circle or square. Decorative, because the name is next to it. */
export const InitialsAvatar = ({ person, name, size = 28, square }: InitialsAvatarProps) => (
  <Box
    aria-hidden
    className="avatar"
    sx={{
      width: size,
      height: size,
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      borderRadius: square ? '8px' : '50%',
      border: square ? 1 : 0,
      borderColor: 'divider',
      bgcolor: (theme) => (square ? theme.palette.surface.inset : theme.palette.surface.selected),
      color: square ? 'text.secondary' : 'text.primary',
      fontSize: Math.round(size * 0.385),
      fontWeight: 600,
      letterSpacing: 0,
      lineHeight: 1,
    }}
  >
    {person ? personInitials(person) : wordInitials(name ?? '')}
  </Box>
)
