import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** Details of a webhook as lines of name and value. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={{ m: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
    {children}
  </Box>
)

export const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    <Typography component="dt" variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
      {label}
    </Typography>
    <Typography
      component="dd"
      variant="body2"
      sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere', minWidth: 0 }}
    >
      {children}
    </Typography>
  </Box>
)

/** Two columns on wide screens: the main content on the left, 372 px for the rest. */
export const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 372px' },
  '& > div': { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 },
} as const
