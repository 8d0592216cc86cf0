import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** Two beside each other on desks, the first twice as wide; one alone has the whole width. */
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
 * Loads what is in it, but shows it only once what stands above has its height, so that nothing jumps; after four seconds in
 * any case.
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
