import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** Pairs of name and value, each on a line. On phones, the value is below the name. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: '1fr', sm: 'max-content minmax(0, 1fr)' },
      columnGap: 3,
      rowGap: { xs: 0, sm: 1 },
      m: 0,
    }}
  >
    {children}
  </Box>
)

/** One pair. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Typography component="dt" color="textSecondary">
      {label}
    </Typography>
    <Typography
      component="dd"
      sx={{ m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
    >
      {children}
    </Typography>
  </>
)
