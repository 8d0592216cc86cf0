import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface PlainRowProps {
  title: ReactNode
  detail: ReactNode
  action?: ReactNode
}

/** A row of a short list, with its action at the end. */
export const PlainRow = ({ title, detail, action }: PlainRowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 2,
      rowGap: 1,
      px: { xs: 2, sm: 2.5 },
      py: 1.5,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          fontWeight: 500,
          overflowWrap: 'anywhere',
        }}
      >
        {title}
      </Box>
      <Typography component="div" variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
        {detail}
      </Typography>
    </Box>
    {action}
  </Box>
)

/** Rows one below the other. */
export const PlainRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)
