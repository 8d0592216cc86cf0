import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** Where the blocks stand on desks; on phones one below the other. */
export const place = {
  main: { minWidth: 0, display: 'grid', gap: 2, gridColumn: { lg: 1 }, gridRow: { lg: 1 } },
  quick: {
    minWidth: 0,
    // As high as the chart beside it; not as the activity, where it would be mostly empty.
    alignSelf: 'var(--beside)',
    display: 'grid',
    gridColumn: { lg: 2 },
    gridRow: { lg: 1 },
  },
  activity: { minWidth: 0, gridColumn: { lg: 1 }, gridRow: { lg: 'var(--activity-rows)' } },
  admin: { minWidth: 0, gridColumn: { lg: 2 }, gridRow: { lg: 2 } },
  wide: { minWidth: 0, gridColumn: { lg: '1 / -1' } },
} as const

interface DashboardGridProps {
  /** Whether something stands above Recent Activity, which has both rows otherwise. */
  hasMain: boolean
  children: ReactNode
}

/** Two columns with nothing stretched but what stands beside something higher. */
export const DashboardGrid = ({ hasMain, children }: DashboardGridProps) => (
  <Box
    sx={{
      '--activity-rows': hasMain ? '2' : '1 / span 2',
      '--beside': hasMain ? 'stretch' : 'start',
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
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
