import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** Two columns on desktops, the first twice as wide; a single block takes the full width. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
      '& > :only-child': { gridColumn: '1 / -1' },
      '&:empty': { display: 'none' },
    }}
  >
    {children}
  </Box>
)

const appear = keyframes({ to: { visibility: 'visible' } })

interface UnlessPendingProps {
  isPending: boolean
  children: ReactNode
}

/**
 * Mounts its content immediately, but shows it only when the content above has its final height, so that nothing
 * jumps. It shows after four seconds in any case.
 */
export const UnlessPending = ({ isPending, children }: UnlessPendingProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      minWidth: 0,
      gridTemplateColumns: 'minmax(0, 1fr)',
      ...(isPending && { visibility: 'hidden', animation: `${appear} 0s 4s forwards` }),
    }}
  >
    {children}
  </Box>
)
