import Box from '@mui/material/Box'

/** The number of a step in a small circle. */
export const NumberDot = ({ number }: { number: number }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      width: 22,
      height: 22,
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      borderRadius: '50%',
      fontSize: '0.75rem',
      fontWeight: 500,
      color: 'text.secondary',
      border: 1,
      borderColor: (theme) => theme.palette.surface.border,
      bgcolor: 'background.paper',
    }}
  >
    {number}
  </Box>
)
