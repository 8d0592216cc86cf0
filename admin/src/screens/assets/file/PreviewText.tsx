import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** A message in place of a preview, or below it. */
export const PreviewText = ({ children }: { children: ReactNode }) => (
  <Typography color="textSecondary" sx={{ '& + &': { mt: 1 } }}>
    {children}
  </Typography>
)
