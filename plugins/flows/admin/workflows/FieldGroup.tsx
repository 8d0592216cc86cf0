import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

/** A part of a form with its own heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        pt: 1.75,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h3" id={id}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
