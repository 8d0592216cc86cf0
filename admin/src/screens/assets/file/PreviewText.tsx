import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** A sentence where a preview would be, or below it. */
export const PreviewText = ({ children }: { children: ReactNode }) => (
  <Typography color="textSecondary" sx={{ '& + &': { mt: 1 } }}>
    {children}
  </Typography>
)
